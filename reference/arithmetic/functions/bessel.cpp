#include "reference/arithmetic/functions/bessel.hpp"

#include "reference/arithmetic/flint.hpp"

namespace plumbline {

Ball scaled_bessel_i(long n, const Rational& x, Bits p) {
  // Limit of the additional precision, which compensates cancellation.
  constexpr long kMostBits = 1L << 16;
  for (Bits work = p + 32;; work = Bits{2 * work.n}) {
    Ball out(work);
    const Ball order = Ball::integer(n, work), at(x, work);
    arb_hypgeom_bessel_i_scaled(out.raw(), order.raw(), at.raw(), work.n);
    const bool sharp = out.relative_digits() * 3.33 >= static_cast<double>(p.n) - 4;
    if (sharp || work.n > kMostBits) return out.at(p);
  }
}

}  // namespace plumbline
