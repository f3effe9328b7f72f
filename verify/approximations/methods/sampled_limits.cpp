/// Monte Carlo with valid confidence limits. One half of the sample chooses thresholds t ("places"). The other half is
/// counted at these thresholds, and the counts imply exact binomial limits.
///
/// PAIRS. Let L be drawn under Q and U be uniform on (0, 1), independent. Two events are counted at t:
///   (a) L > t and U < 1 - e^{t-L}, with probability E_Q (1 - e^{t-L})_+ = delta(t);
///   (b) L > t and U < e^{t-L}, with probability e^t P(L > t), because E_Q e^{-L} 1(L > t) = P(L > t).
/// Among n independent pairs the number of events (a) is Bin(n, delta(t)), and the number of events (b) is Bin(n, e^t
/// P(L > t)), for every t that does not depend on these pairs. Therefore t is chosen by the other half of the sample.
/// Each Clopper-Pearson limit is wrong with a probability of at most its level. The probability that any of several
/// limits is wrong is at most the sum of their levels, which is 1/20 for every answer. The quantities use these limits:
///   delta    one lower and one upper limit, at its own argument; also for Bayes errors,
///            (1 - pi) (1 - delta(log(pi/(1-pi))))
///   epsilon  is at most t if delta(t) <= D, and at least t if delta(t) >= D: one limit at each of two places
///   f(alpha) is at least 1 - delta(t) - e^t alpha for every t; it is at most beta (1 - alpha)/(1 - a) if the event
///            L > t has P(L > t) <= a <= alpha and Q(L <= t) <= beta, because f is convex and f(1) = 0
/// These limits assume independent draws from the exact distributions. The losses drawn here are rounded to doubles
/// and come from seeded pseudo-random numbers; the resulting error is not bounded.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "reference/arithmetic/outward_double.hpp"
#include "reference/statistics/clopper_pearson.hpp"
#include "verify/approximations/methods/methods.hpp"
#include "verify/approximations/methods/sampling_options.hpp"
#include "verify/approximations/runner.hpp"
#include "verify/approximations/steps/loss_sampler.hpp"

namespace plumbline::approximations {
namespace {

constexpr long kMostPairs = 20000000;
/// The number of standard deviations by which a place is moved from its estimate, so that with high probability the
/// confidence limit at the place proves the intended bound.
constexpr double kDeviations = 4;
constexpr int kLimitDigits = 12;

using Limits = std::pair<double, double>;

double lower_limit(long n, long k, const Rational& level) {
  return double_below(clopper_pearson_lower(n, k, level, kLimitDigits).decimal_bounds(15).first);
}

double upper_limit(long n, long k, const Rational& level) {
  return double_above(clopper_pearson_upper(n, k, level, kLimitDigits).decimal_bounds(15).second);
}

/// The pairs (L, U) of one half of the sample.
template <class Real>
class CoinHalf {
 public:
  void add(const Real& loss, const Real& coin) { pairs_.emplace_back(loss, coin); }
  long size() const { return static_cast<long>(pairs_.size()); }

  long fallen(const Real& t) const {
    return count([&](const Real& loss, const Real& coin) {
      return loss > t && coin < -expm1(Real(t - loss));
    });
  }
  long light(const Real& t) const {
    using std::exp;
    return count(
        [&](const Real& loss, const Real& coin) { return loss > t && coin < exp(Real(t - loss)); });
  }
  long below(const Real& t) const {
    return count([&](const Real& loss, const Real&) { return !(loss > t); });
  }

  /// Returns the mean of (1 - e^{t-L})_+.
  Real excess(const Real& t) const {
    Real sum(0);
    for (const auto& [loss, coin] : pairs_) {
      if (loss > t) sum -= expm1(Real(t - loss));
    }
    return sum / Real(size());
  }

  /// Returns the t at which the decreasing function excess(t) is D.
  Real place_of(const Real& D) const {
    const auto [least, most] = std::minmax_element(pairs_.begin(), pairs_.end());
    Real lo = least->first - 50, hi = most->first;
    constexpr int kHalvings = 60;
    for (int i = 0; i < kHalvings; ++i) {
      const Real middle = (lo + hi) / 2;
      (excess(middle) > D ? lo : hi) = middle;
    }
    return hi;
  }

  /// Returns the sampled loss t for which the estimated null mass of {L >= t} reaches alpha, and the number of larger
  /// sampled losses.
  std::pair<Real, long> filled(const Real& alpha) const {
    using std::exp;
    std::vector<Real> losses;
    for (const auto& [loss, coin] : pairs_) losses.push_back(loss);
    std::sort(losses.begin(), losses.end(), std::greater<>());
    Real mass(0);
    for (size_t i = 0; i < losses.size(); ++i) {
      mass += exp(-losses[i]) / Real(size());
      if (mass >= alpha) return {losses[i], static_cast<long>(i)};
    }
    return {losses.back(), size()};
  }

 private:
  template <class Holds>
  long count(const Holds& holds) const {
    return std::count_if(pairs_.begin(), pairs_.end(),
                         [&](const auto& pair) { return holds(pair.first, pair.second); });
  }

  std::vector<std::pair<Real, Real>> pairs_;
};

/// The two halves of a sample. The first half chooses the places t, and the second half is counted at these places.
template <class Real>
class SplitSample {
 public:
  explicit SplitSample(const ApproximationRequest& request) {
    // Makes the seed of the coins differ from the seed of the losses.
    constexpr std::uint64_t kCoins = 0x9e3779b97f4a7c15;
    const bool reverse = direction_meant(request) == Direction::reverse;
    const std::uint64_t seed = whole(seed_of(request)), samples = whole(samples_of(request));
    LossSampler<Real> draw(step_laws(request.composition), seed, reverse ? Measure::P : Measure::Q);
    RandomReals<Real> coins(seed ^ kCoins);
    for (std::uint64_t i = 0; i < samples; ++i) {
      const Real loss = reverse ? Real(-draw()) : draw();
      (i % 2 == 0 ? chooser_ : judged_).add(loss, coins.uniform());
    }
  }

  Answer<Real> delta(const Real& t) const {
    const long n = judged_.size(), fallen = judged_.fallen(t);
    const Rational level(1, 40);
    return banded(judged_.excess(t),
                  {lower_limit(n, fallen, level), upper_limit(n, fallen, level)});
  }

  Answer<Real> epsilon(const Real& D, const Rational& exactly) const {
    using std::sqrt;
    const Real reach = Real(kDeviations) * sqrt(D / Real(judged_.size()));
    const Real above = chooser_.place_of(std::max(Real(D - reach), Real(D / 8)));
    const Real below = chooser_.place_of(std::min(Real(D + reach), Real((1 + D) / 2)));
    const long n = judged_.size();
    constexpr double kNoLimit = std::numeric_limits<double>::max();
    const Rational level(1, 40);
    const double D_above = double_below(exactly), D_below = double_above(exactly);
    const bool upper = upper_limit(n, judged_.fallen(above), level) <= D_above;
    const bool lower = lower_limit(n, judged_.fallen(below), level) >= D_below;
    return banded(judged_.place_of(D), {lower ? static_cast<double>(below) : -kNoLimit,
                                        upper ? static_cast<double>(above) : kNoLimit});
  }

  /// Returns the estimate of f(alpha) with its confidence limits, 0 < alpha < 1.
  Answer<Real> tradeoff(const Real& alpha) const {
    using std::exp;
    const Real t = chooser_.filled(alpha).first;
    const Real value = 1 - judged_.excess(t) - exp(t) * alpha;
    return banded(value, {tradeoff_floor(t, alpha), tradeoff_ceiling(alpha)});
  }

 private:
  static Answer<Real> banded(const Real& value, const Limits& limits) {
    return {value, {{Real(limits.first), Real(limits.second)}}};
  }

  double tradeoff_floor(const Real& t, const Real& alpha) const {
    const double delta = upper_limit(judged_.size(), judged_.fallen(t), Rational(1, 40));
    return std::max(0.0, 1 - delta - std::exp(static_cast<double>(t)) * static_cast<double>(alpha));
  }

  double tradeoff_ceiling(const Real& alpha) const {
    using std::sqrt;
    const long found = std::max(chooser_.filled(alpha).second, 1L);
    const double share = std::max(0.25, 1 - kDeviations / std::sqrt(static_cast<double>(found)));
    const Real t = chooser_.filled(Real(alpha * Real(share))).first;
    const long n = judged_.size();
    const Rational level(1, 80);
    const double a = std::exp(-static_cast<double>(t)) * upper_limit(n, judged_.light(t), level);
    const double beta = upper_limit(n, judged_.below(t), level), at = static_cast<double>(alpha);
    return a <= at ? std::min(beta * (1 - at) / (1 - a), 1 - at) : 1 - at;
  }

  CoinHalf<Real> chooser_, judged_;
};

/// Returns the estimate of scale (1 - a) with its confidence interval.
template <class Real>
Answer<Real> turned(const Answer<Real>& a, const Real& scale) {
  return {Real(scale * (1 - a.value)),
          {{Real(scale * (1 - a.band->second)), Real(scale * (1 - a.band->first))}}};
}

struct SampledLimits {
  template <class Real>
  static Answer<Real> answer(const ApproximationRequest& request) {
    using std::log;
    const Real at = to_real<Real>(request.at);
    const Reading reading = reading_of(request);
    const bool end = at == 0 || at == 1;
    if (end && reading == Reading::bayes) return {Real(0)};
    if (end && reading == Reading::type_two) return {Real(1 - at)};
    if (end && reading == Reading::power) return {at};
    const SplitSample<Real> sample(request);
    if (reading == Reading::tv) return sample.delta(Real(0));
    if (reading == Reading::delta) return sample.delta(at);
    if (reading == Reading::epsilon) return sample.epsilon(at, request.at);
    if (reading == Reading::type_two) return sample.tradeoff(at);
    if (reading == Reading::power) return turned(sample.tradeoff(at), Real(1));
    return turned(sample.delta(Real(log(at / (1 - at)))), Real(1 - at));
  }
};

std::string refusal(const ApproximationRequest& request) {
  std::string why = request_refusal(request, "sampled_limits", profile_readings());
  if (why.empty()) why = step_law_refusal(request.composition, {StepPart::sampler});
  if (why.empty()) why = sampling_refusal(request);
  if (!why.empty()) return why;
  if (direction_meant(request) == Direction::worst) {
    return "sampled_limits samples one direction; ask with direction forward or reverse";
  }
  if (samples_of(request) < Rational(4)) return "needs 4 samples at least, two for each half";
  if (Rational(kMostPairs) < samples_of(request)) return "more than 2e7 samples; request fewer";
  return "";
}

}  // namespace

/// The method uses long double instead of high precision: the sampling error is many orders of magnitude larger than
/// the rounding error.
ApproximationEntry sampled_limits() {
  return {"sampled_limits",
          "samples under the alternative in two halves, with exact binomial limits (95 %)",
          sampling_options(), refusal, run_twice<SampledLimits, long double>};
}

}  // namespace plumbline::approximations
