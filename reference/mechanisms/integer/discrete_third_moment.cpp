#include <algorithm>
#include <cmath>

#include "reference/mechanisms/integer/discrete_gaussian.hpp"
#include "reference/mechanisms/third_moment.hpp"

namespace plumbline {

using namespace third_moment;

/// The losses are offset + spacing x for all integers x, with P(x) = P(0) e^{-x^2 spacing/(2 D)}, where D is the
/// sensitivity, and Q(x) = P(x - D). The sum of the terms (L(x) - t)_+^3 runs over x = first .. last. The terms before
/// the first are 0, because their losses are certainly at most t. The terms beyond the last are bounded.
Ball DiscreteGaussian::third_moment(int tilt, const Ball& t, const NoiseRange& range,
                                    Bits p) const {
  const LossLattice lattice = *this->lattice();
  const Rational D = Rational(-2) * lattice.offset / lattice.spacing;
  const Rational rate = lattice.spacing / (D * Rational(2));
  const auto loss = [&](long x) { return Ball(lattice.offset + lattice.spacing * Rational(x), p); };
  const auto beside = [&](long numerator) {
    return tails(Real(lattice.offset + lattice.spacing * Rational(numerator, 2)), p).P_above;
  };
  const Ball centre = beside(-1) - beside(1);
  const double deviation = std::sqrt(0.5 / rate.approximate());
  const double reach = deviation * std::sqrt(1.4 * static_cast<double>(p.n + 64)) + 4;
  const double near =
      std::floor((t.approximate() - lattice.offset.approximate()) / lattice.spacing.approximate());
  const double from = range.from.value_or(near - 2), middle = tilt == 0 ? 0 : D.approximate();
  const double to = range.to.value_or(std::max(middle, from) + reach);
  // Integers beyond kFarthest are not exact in doubles.
  constexpr double kMostTerms = 2e6, kFarthest = 1e15;
  if (!(to - from <= kMostTerms && std::fabs(from) < kFarthest && std::fabs(to) < kFarthest)) {
    return Ball::indeterminate(p);
  }
  const long first = static_cast<long>(from), last = static_cast<long>(to);
  if (!certainly_at_most(loss(first - 1), t)) return Ball::indeterminate(p);
  Ball sum(p);
  for (long x = first; x <= last; ++x) {
    const Rational at = tilt == 0 ? Rational(x) : Rational(x) - D;
    sum += positive_cube(loss(x) - t) * exp(-Ball(at * at * rate, p));
  }
  return widen(sum * centre, tail(*this, tilt, t, loss(last)));
}

}  // namespace plumbline
