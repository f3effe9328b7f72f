#include "reference/arithmetic/vectors/convolution.hpp"

#include <algorithm>

#include "reference/arithmetic/flint.hpp"

namespace plumbline {
namespace {

/// The real (or imaginary) parts of complex balls, as a vector of real balls.
class Reals {
 public:
  explicit Reals(size_t n) : v_(_arb_vec_init(static_cast<slong>(n))), n_(n) {}
  Reals(const ComplexVector& z, bool real) : Reals(z.size()) {
    for (size_t i = 0; i < n_; ++i) {
      arb_set(v_ + i, real ? acb_realref(z.raw() + i) : acb_imagref(z.raw() + i));
    }
  }
  Reals(const Reals&) = delete;
  Reals& operator=(const Reals&) = delete;
  ~Reals() { _arb_vec_clear(v_, static_cast<slong>(n_)); }

  arb_ptr raw() { return v_; }
  arb_srcptr raw() const { return v_; }
  size_t size() const { return n_; }

 private:
  arb_ptr v_;
  size_t n_;
};

void multiply(const Reals& a, const Reals& b, Bits p, Reals* out) {
  const bool longer = a.size() >= b.size();  // the longer vector comes first
  const Reals &first = longer ? a : b, &second = longer ? b : a;
  _arb_poly_mul(out->raw(), first.raw(), static_cast<slong>(first.size()), second.raw(),
                static_cast<slong>(second.size()), p.n);
}

}  // namespace

ComplexVector convolution(const ComplexVector& a, const ComplexVector& b, Bits p,
                          const std::function<void()>& poll) {
  if (a.size() == 0 || b.size() == 0) return ComplexVector(0, p);
  const size_t size = a.size() + b.size() - 1;
  ComplexVector out(size, p);
  Reals product(size);
  // FLINT's products do not poll, so the parts are computed one by one.
  for (const bool left_real : {true, false}) {
    const Reals left(a, left_real);
    for (const bool right_real : {true, false}) {
      poll();
      multiply(left, Reals(b, right_real), p, &product);
      for (size_t i = 0; i < size; ++i) {
        arb_struct* const to =
            left_real == right_real ? acb_realref(out.raw() + i) : acb_imagref(out.raw() + i);
        const bool minus = !left_real && !right_real;
        (minus ? arb_sub : arb_add)(to, to, product.raw() + i, p.n);
      }
    }
  }
  poll();
  return out;
}

}  // namespace plumbline
