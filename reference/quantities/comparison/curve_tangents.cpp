#include "reference/quantities/comparison/curve_tangents.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "reference/arithmetic/bound.hpp"

namespace plumbline {
namespace {

constexpr Bits kTangentBits{320};
constexpr int kLevelDigits = 8;
/// The log odds of a level are limited to the interval [-kMostOdds, kMostOdds].
constexpr double kMostOdds = 700;
/// A level is close enough if its odds have at most this relative error; the relative error of a tangent is then
/// approximately the square of this error.
constexpr double kNearOdds = 1e-6;
/// Interpolates between levels if their log odds differ by at most this number.
constexpr double kGuessedOdds = 2;
constexpr int kMostSteps = 12;
constexpr int kMostDoublings = 40;

double log_odds_of(double level) {
  if (!(level > 0)) return -kMostOdds;
  if (!(level < 1)) return kMostOdds;
  return std::clamp(std::log(level) - std::log1p(-level), -kMostOdds, kMostOdds);
}

}  // namespace

/// Returns the approximate log odds of the level of a threshold (the type I error of its test), to guide a search.
/// Levels decrease as thresholds increase.
double CurveTangents::log_odds(double threshold, const Effort& effort) {
  Effort rough = effort;
  rough.digits = kLevelDigits;
  const Real at(Rational::from_binary64(threshold));
  const double found = log_odds_of(profile_.approximate_rejection_rate(at, rough).approximate());
  thresholds_[-found] = threshold;
  return found;
}

/// Returns a threshold whose level has log odds above `target` if `above` is true, and below `target` otherwise. Moves
/// from the mean of the loss outward, with growing steps.
double CurveTangents::widened(double target, bool above, const Effort& effort) {
  const Composition::Location place = profile_.approximate_location();
  double step = std::max(place.deviation, 1e-6), threshold = place.mean;
  for (int i = 0; i < kMostDoublings; ++i, step *= 2) {
    const double odds = log_odds(threshold, effort);
    if (above ? odds > target : odds < target) break;
    threshold += above ? -step : step;
  }
  return threshold;
}

/// Interpolates a threshold for the level between the two nearest known levels; nothing if these are not close.
/// Computes no new level.
std::optional<double> CurveTangents::guessed_threshold(double level) const {
  const double target = -log_odds_of(level);
  const auto after = thresholds_.lower_bound(target);
  if (after == thresholds_.end() || after == thresholds_.begin()) return std::nullopt;
  const auto before = std::prev(after);
  const double width = after->first - before->first;
  if (width > kGuessedOdds) return std::nullopt;
  return before->second + (target - before->first) / width * (after->second - before->second);
}

/// Returns a threshold whose test has approximately this level.
double CurveTangents::threshold_of(double level, const Effort& effort) {
  const double target = log_odds_of(level);
  auto after = thresholds_.lower_bound(-target);
  if (after == thresholds_.begin()) widened(target, true, effort);
  after = thresholds_.lower_bound(-target);
  if (after == thresholds_.end()) widened(target, false, effort);
  for (int i = 0; i < kMostSteps; ++i) {
    after = thresholds_.lower_bound(-target);
    if (after == thresholds_.end() || after == thresholds_.begin()) break;
    const auto before = std::prev(after);
    const double width = after->first - before->first;
    double share = (-target - before->first) / width;
    if (share < kNearOdds || width < kNearOdds) return before->second;
    if (share > 1 - kNearOdds) return after->second;
    // Bisects if the log odds at one end are limited to +-kMostOdds, so that interpolation fails, and at every fourth
    // step.
    if (width > kMostOdds / 2 || i % 4 == 3) share = 0.5;
    const double next = before->second + share * (after->second - before->second);
    if (std::abs(log_odds(next, effort) - target) < kNearOdds) return next;
  }
  if (after == thresholds_.end()) return thresholds_.rbegin()->second;
  return after->second;
}

// BOUND(CURVE-TANGENTS)
// Statement.  If b + e^t a <= 1 - delta(t) for one real t, then b <= f(a).
// Needs.      1 - delta(t) = min over a in [0, 1] of f(a) + e^t a.
// Proof.      b + e^t a <= 1 - delta(t) <= f(a) + e^t a.
// Source.     Elementary: conjugates (Dong, Roth and Su 2022, Proposition 6).
bool CurveTangents::below_tangent(const PolygonPoint& point, double threshold,
                                  const Effort& effort) {
  if (effort.digits != digits_) heights_.clear();
  digits_ = effort.digits;
  const Rational at = Rational::from_binary64(threshold);
  auto known = heights_.find(threshold);
  if (known == heights_.end()) {
    const Ball height = profile_.one_minus_delta(Real(at), effort).value;
    known = heights_.emplace(threshold, height).first;
  }
  const Ball slope = exp(Ball(at, kTangentBits));
  const Ball raised = Ball(point.beta, kTangentBits) + slope * Ball(point.alpha, kTangentBits);
  return proved<"CURVE-TANGENTS">(certainly_at_most(raised, known->second));
}

bool CurveTangents::below(const PolygonPoint& point, const Effort& effort) {
  // In the direction worst, f is a line of slope -1 at all alpha between P(S > 0) and Q(S <= 0) (WORST-CURVE (c)), so
  // the tangent at threshold 0 is tried first.
  if (below_tangent(point, 0, effort)) return true;
  const double level = point.alpha.approximate();
  if (!(level > 0) || !(level < 1)) return false;
  const std::optional<double> guess = guessed_threshold(level);
  if (guess && below_tangent(point, *guess, effort)) return true;
  return below_tangent(point, threshold_of(level, effort), effort);
}

}  // namespace plumbline
