/// Computes the `attained` values: lower bounds that hold for one mechanism of the class of NoisyChoice. They come from
/// an event whose outcomes all satisfy the two inequalities with D (see NoisyChoice).
#include "reference/arithmetic/bound.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/quantities/selection/bound_root.hpp"
#include "reference/quantities/selection/noisy_choice.hpp"
#include "reference/quantities/selection/rank_weights.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {

// The attained numbers hold for the following mechanism of the class. Let f be the trade-off function of D (it is
// symmetric), k + r = m, 0 <= y <= x <= 1 with y >= k f(1 - x/k) and 1 - y <= r (1 - f((1-x)/r)). Let k outcomes have
// probabilities x/k and y/k at the two neighbours, and let r outcomes have (1-x)/r and (1-y)/r. Let p be the smaller
// and q the larger of the two probabilities of an outcome. Then q - e^t p <= D(t) for all t if and only if p >= f(1 -
// q) (equivalently, q <= 1 - f(p)). Moreover p - e^t q <= D(t), because f(1 - p) <= p <= q. Hence all outcomes satisfy
// both inequalities, and the event of the k outcomes has the difference x - e^epsilon y of its probabilities.
std::pair<Ball, Ball> NoisyChoice::good_event(const Real& epsilon) {
  constexpr int kDigits = 15;
  constexpr double kNearest = 1e-3, kFarthest = 0.2, kTiny = 1e-300;
  const ThresholdLine here = line_at(epsilon);
  Thresholds thresholds = thresholds_for(here);
  const double k = search(here, thresholds).front().last, r = outcomes_ - k;
  // If the event is a single outcome (k = 1), thresholds near epsilon determine y, so such thresholds are added.
  for (double far = kNearest; far < kFarthest; far *= 2) {
    for (const double t : {epsilon.approximate() - far, epsilon.approximate() + far}) {
      thresholds[t] = &line(t);
    }
  }
  const double share = good_share(k, here, thresholds);
  const Rational one(1), K = Rational::from_binary64(k), R = Rational::from_binary64(r);
  const Rational x =
      share > kTiny ? decimal_below(Rational::from_binary64(share), kDigits) : Rational(0);
  const Ball X(x, bits_), zero(bits_);
  const Ball first = Ball(K, bits_) * tradeoff(profile_, one - x / K, effort_).value().at(bits_);
  const Ball second =
      Ball::integer(1, bits_) -
      Ball(R, bits_) * reconstruction(profile_, (one - x) / R, effort_).value().at(bits_);
  return {X, max(zero, max(first, second))};
}

/// Returns the approximate x that maximises x - e^epsilon y, where y is the smallest value that the thresholds allow at
/// x. Adds thresholds next to those that determine y.
double NoisyChoice::good_share(double k, const ThresholdLine& here, Thresholds& thresholds) {
  constexpr int kRounds = 6, kSteps = 80;
  struct Least {
    double y, at;
  };
  const auto least = [&](double x) {
    Least out{0, kNone};
    for (const auto& [t, line] : thresholds) {
      const double y = (x - limit(*line, k, k)) / line->near_odds;
      if (y > out.y) out = {y, t};
    }
    return out;
  };
  const auto gain = [&](double x) { return x - here.near_odds * least(x).y; };
  double low = 0;
  for (int round = 0; round < kRounds; ++round) {
    double high = 1;
    low = 0;
    for (int i = 0; i < kSteps; ++i) {  // the gain is concave
      const double a = low + (high - low) / 3, b = high - (high - low) / 3;
      if (gain(a) < gain(b)) {
        low = a;
      } else {
        high = b;
      }
    }
    // The maximum is at a corner of the piecewise linear y(x). This adds thresholds next to those that determine y
    // slightly below and slightly above the corner.
    refine(thresholds, least(low * (1 - 1e-7)).at);
    refine(thresholds, least(low * (1 + 1e-7)).at);
  }
  return low;
}

/// Returns a lower bound of epsilon: the larger of the epsilon of the noise itself and the largest epsilon that one of
/// a few events attains. The first event is nearly optimal at `start`, the upper bound of epsilon. Each further event
/// is nearly optimal at the epsilon that the event before attains.
Ball NoisyChoice::attained_epsilon(const Rational& delta, const Ball& start) {
  constexpr int kSteps = 3;
  const Ball zero(bits_);
  const Extended alone = plumbline::epsilon(profile_, delta, effort_);
  Ball best = alone && alone->value().is_finite() ? max(alone->value().at(bits_), zero) : zero;
  if (outcomes_ <= 2) return best;
  Ball at = start;
  for (int i = 0; i < kSteps; ++i) {
    const auto [x, y] = good_event(Real::exactly(max(at, zero).midpoint()));
    const Ball left = x - Ball(delta, bits_);
    if (!certainly_positive(left) || !certainly_positive(y) || !certainly_at_most(y, x)) break;
    at = log(left / y);
    if (certainly_positive(at)) best = max(best, at);
  }
  return best;
}

}  // namespace plumbline
