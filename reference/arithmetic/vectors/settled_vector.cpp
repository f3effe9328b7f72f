#include "reference/arithmetic/vectors/settled_vector.hpp"

#include <algorithm>

#include "reference/arithmetic/flint.hpp"

namespace plumbline {

// Let top be the larger exponent of the two parts, so that |z| >= 2^(top-1) at the midpoint. If the radii are at most
// 2^(top-least+2), they are together at most sqrt(2) 2^(3-least) times that modulus. This is less than 2^(4-least)
// times the modulus of any number within that distance (least >= 8).
bool take_midpoints(ComplexVector* x, Bits least) {
  bool held = least.n >= 8;
  for (size_t k = 0; k < x->size(); ++k) {
    acb_ptr z = x->raw() + k;
    const slong top = std::max(arf_abs_bound_lt_2exp_si(arb_midref(acb_realref(z))),
                               arf_abs_bound_lt_2exp_si(arb_midref(acb_imagref(z))));
    const slong most = top - least.n + 2;
    held = held && acb_is_finite(z) != 0 && top > -(1L << 60) && top < (1L << 60) &&
           mag_cmp_2exp_si(arb_radref(acb_realref(z)), most) <= 0 &&
           mag_cmp_2exp_si(arb_radref(acb_imagref(z)), most) <= 0;
    acb_get_mid(z, z);
  }
  return held;
}

ComplexBall sum(const ComplexVector& x, Bits p) {
  ComplexBall out(p);
  for (size_t k = 0; k < x.size(); ++k) acb_add(out.raw(), out.raw(), x.raw() + k, p.n);
  return out;
}

}  // namespace plumbline
