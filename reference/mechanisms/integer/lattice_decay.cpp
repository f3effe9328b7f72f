#include "reference/mechanisms/integer/lattice_decay.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/contradiction.hpp"

namespace plumbline {
namespace {

constexpr double kMostCells = 20000;
constexpr double kCell = 0.02, kStart = 0.5;  // in units of 1/(standard deviation of the loss)

}  // namespace

// BOUND(COSH-VARIANCE)
// Statement.  Let 0 < K(c) < inf, u > 0, m real, and let L have the law e^{cL} dP/K(c) on finite losses. If K(c+u)
//             and K(c-u) are finite, then the variance of L is at most
//
//                 (K(c+u) e^{-um} + K(c-u) e^{um} - 2 K(c)) / (u^2 K(c)).
//
// Needs.      c + u and c - u are doubles at the same distance u > 0 from c: checked here, exactly (indeterminate
//             otherwise, and if K is not finite).
// Proof.      x^2 <= 2 (cosh(ux) - 1)/u^2 for real x, by the power series of cosh. Put x = L - m and take the
//             expectation under the tilted law, where E e^{+-u(L-m)} = e^{-+um} K(c+-u)/K(c). So E(L - m)^2 is at
//             most the bound. The variance is at most E(L - m)^2 for every m.
// Source.     Elementary.
Ball tilted_variance_bound(const LossMeasure& m, double c, double u, double mean, Bits p) {
  const double right = c + u, left = c - u;
  if (!std::isfinite(right) || !std::isfinite(left)) return Ball::indeterminate(p);
  const Rational middle = Rational::from_binary64(c);
  const Rational up = Rational::from_binary64(right) - middle;
  if (up.sign() <= 0 || up != middle - Rational::from_binary64(left)) {
    return Ball::indeterminate(p);
  }
  const Ball distance(up, p), turn = distance * Ball::from_binary64(mean, p);
  const Ball K = m.transform(c, p);
  const Ball high = m.transform(right, p) * exp(-turn) / K;
  const Ball low = m.transform(left, p) * exp(turn) / K;
  const Ball V = ((high + low - 2) / square(distance)).upper();
  if (certainly_negative(V)) {
    throw Contradiction("a variance is at most " + V.decimal_bounds(25).second);
  }
  return bound_number<"COSH-VARIANCE">(V);
}

PeriodDecay::PeriodDecay(const DominatingPair& m, double c, Bits p, const Poll& poll, double width)
    : measure_(measure_of(m)), c_(c), p_(p), width_(width) {
  const auto lattice = m.lattice();
  if (!lattice || lattice->spacing.sign() <= 0) {
    throw std::logic_error("a decay over one period needs a loss on a lattice");
  }
  half_period_ =
      (Ball::pi(Bits{64}) / Ball(lattice->spacing, Bits{64})).approximate() * (1 + 1e-12);
  if (!measure_.decay_in_period(c, half_period_ / 2, p)) fill_cells(poll);
}

// BOUND(PERIOD-CELLS)
// Statement.  Let V be at least the variance of the tilted loss. For |y - y_k| <= r,
//
//                 |K(c+iy)|/K(c) <= |K(c+iy_k)|/K(c) + r sqrt(V).
//
//             Hence cells of width 2r around y_k = 2rk, k = 0, 1, ..., cover [0, pi/h].
// Needs.      (a) A lattice of spacing h > 0: checked in the constructor (std::logic_error). (b) V is at least the
//             variance: by COSH-VARIANCE. If that bound is not finite, there are no cells, and the result is 1.
// Proof.      Let phi(y) = E e^{iy(L-m)}, where m is the mean. Then |phi| = |K|/K(c) and |phi'| <= E|L-m| <= sqrt(V).
//             The last cell ends beyond pi/h, because half_period_ is rounded up and there are three additional
//             cells.
// Source.     Elementary.
void PeriodDecay::fill_cells(const Poll& poll) {
  // Approximate moments in doubles.
  const double step = 1e-3 * std::min(half_period_, std::max(1.0, std::fabs(c_)));
  const double up = measure_.log_transform(c_ + step), at = measure_.log_transform(c_),
               down = measure_.log_transform(c_ - step);
  const double mean = (up - down) / (2 * step);
  const double rough = std::sqrt(std::max((up + down - 2 * at) / (step * step), 1e-12));
  // u is a power of two, so that c +- u is exact for a c with few bits.
  const double u = std::ldexp(1.0, std::ilogb(0.05 / std::max(rough, 1e-3 / half_period_)));
  const Ball V = tilted_variance_bound(measure_, c_, u, mean, p_ + 40);
  if (!V.is_finite()) return;
  const Ball deviation = sqrt(max(V, Ball(p_)));
  const double sd = std::max(deviation.approximate(), 1e-9 / half_period_);
  start_ = std::min(kStart / sd, half_period_ / 4);
  const double fine = width_ > 0 ? width_ : std::min(kCell / sd, half_period_ / 64);
  width_ = std::max(fine, half_period_ / kMostCells);
  const size_t count = static_cast<size_t>(half_period_ / width_) + 3;
  const Ball w = Ball::from_binary64(width_, p_);
  const LineValues line = measure_.transform_on_line(c_, w, count, p_, poll);
  const Ball slack = bound_number<"PERIOD-CELLS">(deviation * w / 2);
  const Ball K = measure_.transform(c_, p_);
  const Ball one = Ball::integer(1, p_);
  for (size_t k = 0; k < count; ++k) {
    const Ball size = line.values[k].magnitude().ball(p_) / K + slack;
    cells_.push_back(min(one, size).upper());
  }
  beyond_ = cells_;
  for (size_t k = count - 1; k-- > 0;) beyond_[k] = max(beyond_[k], beyond_[k + 1]).upper();
}

/// Returns the maximum over the cells that cover [from, to].
Ball PeriodDecay::over_cells(double from, double to) const {
  const size_t first = static_cast<size_t>(from / width_);
  const size_t last = static_cast<size_t>(to / width_) + 1;
  Ball out(p_);
  if (last >= cells_.size()) return Ball::integer(1, p_);
  for (size_t k = first; k <= last; ++k) out = max(out, cells_[k]);
  return out.upper();
}

// BOUND(DOUBLING)
// Statement.  Let phi be a characteristic function, Y = 2^j T, and |phi| <= S <= 1 on [Y, 2Y]. Then on [T, Y]
//
//                 |phi|^2 <= 1 - 4^{-j} (1 - S^2).
//
// Needs.      T > 0, and the cells cover [Y, 2Y]: checked here (1 is returned otherwise). Y is T doubled in binary64,
//             which is exact unless it overflows; the check of the cells detects an overflow.
// Proof.      |phi|^2 is the characteristic function of a symmetric law, and 1 - cos 2x <= 4 (1 - cos x). Hence 1 -
//             |phi(2y)|^2 <= 4 (1 - |phi(y)|^2). For y in [T, Y] some 2^i y with i <= j lies in [Y, 2Y], so 1 - S^2
//             <= 4^i (1 - |phi(y)|^2).
// Source.     Feller II, XV; this use is this project's.
Ball PeriodDecay::operator()(double T) const {
  const Ball one = Ball::integer(1, p_);
  if (const auto own = measure_.decay_in_period(c_, T, p_)) return min(one, *own);
  if (cells_.empty() || !(T > 0)) return one;
  double Y = T;
  long doublings = 0;
  while (Y < start_) {
    Y *= 2;
    ++doublings;
  }
  const size_t from = static_cast<size_t>(Y / width_);
  if (from >= beyond_.size()) return one;
  const Ball far = beyond_[from];
  if (doublings == 0) return far;
  const Ball S = over_cells(Y, 2 * Y);
  const Ball gap = (one - square(S)) / power(Ball::integer(4, p_), Rational(doublings));
  const Ball near = bound_number<"DOUBLING">(sqrt(max(one - gap, Ball(p_))));
  return max(far, near).upper();
}

}  // namespace plumbline
