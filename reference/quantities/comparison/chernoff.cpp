#include "reference/quantities/comparison/chernoff.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "reference/arithmetic/bound.hpp"
#include "reference/engines/line_search.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

/// Returns log K(1 + x) in doubles. K(c) = E_P[e^{cS}] is the transform of the composition, or of the reversed one.
double log_transform(const std::vector<Factor>& factors, bool reverse, double x) {
  double log_K = 0;
  for (const Factor& f : factors) {
    log_K += f.count.approximate() * measure_of(*f.mechanism).log_transform(reverse ? -x : 1 + x);
  }
  return log_K;
}

/// Returns an approximation, in doubles, of the log of the bound CHERNOFF-DELTA at c = 1 + x. It only guides the
/// search.
double log_bound(double log_K, double epsilon, double x) {
  return log_K - x * epsilon + x * std::log(x) - (1 + x) * std::log1p(x);
}

/// Caches log K of the last composition on a grid of x that does not depend on epsilon. Successive questions are
/// usually about one composition.
class TransformGrid {
 public:
  static constexpr double kFirst = 1e-2, kRatio = 1.2, kLast = 1e7;

  /// Returns the grid of the calling thread.
  static TransformGrid& of(const Composition& composition) {
    thread_local TransformGrid grid;
    std::string identity = composition.identity();
    if (identity != grid.identity_) grid = TransformGrid(std::move(identity));
    return grid;
  }
  /// Returns log K(1 + x) at the i-th point of the grid. Points must be requested in order, from i = 0.
  double at(const std::vector<Factor>& factors, bool reverse, size_t i, double x) {
    std::vector<double>& known = known_[reverse ? 1 : 0];
    if (i == known.size()) known.push_back(log_transform(factors, reverse, x));
    return known[i];
  }

 private:
  TransformGrid() = default;
  explicit TransformGrid(std::string identity) : identity_(std::move(identity)) {}

  std::string identity_;
  std::array<std::vector<double>, 2> known_;
};

/// A point x of the grid and the log of the bound there.
struct GridPoint {
  double x, value;
};

/// Returns the value at which the line through a1 and a2 meets the line through b1 and b2; -infinity unless the first
/// line decreases and the second one increases.
double crossing(const GridPoint& a1, const GridPoint& a2, const GridPoint& b1,
                const GridPoint& b2) {
  const double down = (a2.value - a1.value) / (a2.x - a1.x);
  const double up = (b2.value - b1.value) / (b2.x - b1.x);
  if (!(down <= 0 && up >= 0 && down < up)) return -HUGE_VAL;
  const double x = (b1.value - a2.value + down * a2.x - up * b1.x) / (down - up);
  return a2.value + down * (x - a2.x);
}

/// Returns a lower bound on a convex function with these values. `best` is the point of the smallest value. The bound
/// uses the lines through the two points to its left and through the two points to its right.
double least_around(const std::vector<GridPoint>& points, size_t best) {
  if (best < 2 || best + 2 >= points.size()) return -HUGE_VAL;
  const GridPoint* const b = &points[best];
  return std::min(crossing(b[-2], b[-1], b[0], b[1]), crossing(b[-1], b[0], b[1], b[2]));
}

/// The values of the bound at the points of the grid, up to the point where the bound increases again or is small
/// enough. (If all losses are below epsilon, it decreases without limit.)
struct Survey {
  std::vector<GridPoint> points;
  size_t best = 0;  ///< index of the smallest value

  static constexpr double kEnough = -1000;

  Survey(const Composition& composition, bool reverse, double epsilon) {
    TransformGrid& grid = TransformGrid::of(composition);
    double least = HUGE_VAL;
    int rising = 0;
    for (double x = TransformGrid::kFirst; x < TransformGrid::kLast && rising < 6;
         x *= TransformGrid::kRatio) {
      const double log_K = grid.at(composition.factors(), reverse, points.size(), x);
      const double value = log_bound(log_K, epsilon, x);
      if (!std::isfinite(value)) break;
      points.push_back({x, value});
      rising = value < least ? 0 : rising + 1;
      if (value >= least) continue;
      least = value;
      best = points.size() - 1;
      if (value < kEnough) break;
    }
  }
  double at() const { return points.empty() ? 1 : points[best].x; }
  double value() const { return points.empty() ? HUGE_VAL : points[best].value; }
};

/// Returns the x that minimises the bound; nothing if the values on the grid show that the bound is nowhere below
/// e^log_wanted.
std::optional<double> best_x(const Composition& composition, bool reverse, double epsilon,
                             double log_wanted) {
  const Survey survey(composition, reverse, epsilon);
  constexpr double kRounding = 1e-6;  // rounding error of the values
  if (survey.value() > Survey::kEnough) {
    const double least = least_around(survey.points, survey.best);
    if (least - kRounding * (1 + std::fabs(least)) > log_wanted) return std::nullopt;
  }
  // The minimum may be narrow: K increases abruptly where rare losses begin to dominate.
  constexpr int kSteps = 16;  // x to a relative error of 1.5e-4
  const double at = survey.at();
  return fourier::golden(at / 1.2, at * 1.2, kSteps, [&](double x) {
    return log_bound(log_transform(composition.factors(), reverse, x), epsilon, x);
  });
}

bool has_moments(const Composition& composition) {
  const std::vector<Factor>& factors = composition.factors();
  const bool infinite = std::any_of(factors.begin(), factors.end(), [](const Factor& f) {
    return f.mechanism->offer<InfiniteLosses>().has_value();
  });
  return !infinite && composition.without_transform() == nullptr;
}

// BOUND(CHERNOFF-DELTA)
// Statement.  Let c > 1 and let all losses be finite. Then
//                 delta(eps) <= K(c) e^{-(c-1) eps} (c-1)^{c-1} / c^c.
//             For the reversed pair the same holds with K(1-c) in place of K(c). Any upper bound of E_P[e^{cS}] may
//             replace K(c): chernoff_by_moments.
// Needs.      No mass at infinite losses: chernoff_delta. c > 1: here; at c = 1 the logarithm is not finite, and
//             neither is the bound. 1 - c is exact in doubles: c < 2^53.
// Proof.      For all s, (e^s - e^eps)_+ <= A e^{cs} with A = sup_s (e^s - e^eps) e^{-cs}. At the supremum the
//             derivative vanishes, so that e^s = e^eps c/(c-1) and A = e^{-(c-1) eps} (c-1)^{c-1} / c^c. Set s = S
//             and take the expectation under P: E_P[e^{cS}] = K(c), the product of the factors' transforms. The
//             reversed pair has K_rev(c) = E_Q[e^{-cS}] = K(1-c).
// Source.     Chernoff's method; the constant as in Canonne, Kamath, Steinke 2020, Proposition 12.
UpperBound bound_with(const Ball& log_moment, const Ball& c, const Rational& epsilon) {
  const Bits p = c.precision();
  const Ball rest = c - 1;
  const Ball log_bound = log_moment + rest * log(rest) - c * log(c) - rest * Ball(epsilon, p);
  return bound<"CHERNOFF-DELTA">(UpperBound::of(exp(log_bound)));
}

UpperBound bound_at(const std::vector<Factor>& factors, bool reverse, const Rational& epsilon,
                    double x) {
  const Bits p{192};
  const double c = 1 + x;                    // rounded to a double
  const double order = reverse ? 1 - c : c;  // exact: 1 - c is exact for c > 1/2
  Ball log_moment(p);
  for (const Factor& f : factors) {
    log_moment += log(measure_of(*f.mechanism).transform(order, p)) * Ball(f.count, p);
  }
  return bound_with(log_moment, Ball::from_binary64(c, p), epsilon);
}

}  // namespace

std::optional<ChernoffBound> chernoff_delta(const Composition& composition, Direction direction,
                                            const Rational& epsilon, double log_wanted,
                                            bool moved) {
  if (!has_moments(composition)) return std::nullopt;
  const std::vector<Factor>& factors = composition.factors();
  ChernoffBound out;
  out.log_bound = -HUGE_VAL;
  for (const bool reverse : {false, true}) {
    if (direction == (reverse ? Direction::forward : Direction::reverse)) continue;
    const double at = epsilon.approximate();
    const auto found = best_x(composition, reverse, at, log_wanted);
    if (!found) return std::nullopt;
    const double x = *found * (moved ? 0.99 : 1);
    const double size = log_bound(log_transform(factors, reverse, x), at, x);
    if (!(size < log_wanted)) return std::nullopt;
    const UpperBound bound = bound_at(factors, reverse, epsilon, x);
    if (!bound.is_finite()) return std::nullopt;
    out.bound = larger(out.bound, bound);
    out.log_bound = std::max(out.log_bound, bound.log_approximate());
  }
  return out;
}

std::optional<double> log_delta_slope(const Composition& composition, Direction direction,
                                      double epsilon) {
  if (!has_moments(composition)) return std::nullopt;
  return -Survey(composition, direction == Direction::reverse, epsilon).at();
}

std::optional<ChernoffBound> chernoff_by_moments(const std::function<Ball(const Ball&)>& log_moment,
                                                 const std::function<double(double)>& roughly,
                                                 const Rational& epsilon, double log_wanted,
                                                 bool moved) {
  const double at = epsilon.approximate();
  const auto size = [&](double log_x) {
    const double x = std::exp(log_x), out = log_bound(roughly(1 + x), at, x);
    return std::isfinite(out) ? out : HUGE_VAL;
  };
  const double log_x = fourier::golden(-7, 16, 60, size);
  if (!(size(log_x) < log_wanted)) return std::nullopt;
  const Bits p{256};
  const Ball c = Ball::from_binary64(1 + std::exp(log_x) * (moved ? 0.99 : 1), p);
  ChernoffBound out;
  out.bound = bound_with(log_moment(c), c, epsilon);
  if (!out.bound.is_finite()) return std::nullopt;
  out.log_bound = out.bound.log_approximate();
  return out;
}

Certified certified_range(const ChernoffBound& bound) {
  return Mint::value(Ball::zero_to(bound.bound, Bits{64}), kChernoff, {}, false, Rational(0));
}

}  // namespace plumbline
