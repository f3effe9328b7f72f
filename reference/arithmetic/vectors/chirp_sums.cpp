#include "reference/arithmetic/vectors/chirp_sums.hpp"

#include <algorithm>
#include <vector>

#include "reference/arithmetic/flint.hpp"

namespace plumbline {
namespace {

/// Returns e^{i angle m^2/2} for m = 0 .. count-1.
ComplexVector chirp(const Ball& angle, size_t count, Bits p, const std::function<void()>& poll) {
  constexpr long kSquareBits = 64;  // additional bits for the phase angle m^2/2
  const Bits work = p + kSquareBits;
  const Ball half = angle.at(work) / 2;
  ComplexVector out(count, p);
  for (size_t m = 0; m < count; ++m) {
    const Rational square = Rational(static_cast<long>(m)) * Rational(static_cast<long>(m));
    out.set(m, exp(ComplexBall(Ball(p), (half * Ball(square, work)).at(p))));
    if (m % 256 == 0) poll();
  }
  return out;
}

}  // namespace

ComplexVector chirp_sums(const ComplexVector& weights, const Ball& angle, size_t count, Bits p,
                         const std::function<void()>& poll) {
  const size_t J = weights.size();
  ComplexVector out(count, p);
  if (J == 0 || count == 0) return out;
  const ComplexVector turn = chirp(angle, std::max(J, count), p, poll);
  ComplexVector first(J, p), second(J + count - 1, p), product(2 * J + count - 2, p);
  for (size_t j = 0; j < J; ++j) first.set(j, weights[j] * turn[j]);
  for (size_t i = 0; i < second.size(); ++i) {
    const size_t m = i + 1 >= J ? i + 1 - J : J - 1 - i;  // |i - (J - 1)|
    acb_conj(second.raw() + i, turn.raw() + m);
  }
  poll();
  _acb_poly_mul(product.raw(), second.raw(), static_cast<slong>(second.size()), first.raw(),
                static_cast<slong>(J), p.n);
  poll();
  for (size_t k = 0; k < count; ++k) out.set(k, product[k + J - 1] * turn[k]);
  return out;
}

}  // namespace plumbline
