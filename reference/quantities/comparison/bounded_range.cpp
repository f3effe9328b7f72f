#include "reference/quantities/comparison/bounded_range.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/constants.hpp"
#include "reference/quantities/comparison/worst_place.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

using ranges::contenders;
using ranges::kEngine;
using ranges::Place;

/// Returns the log of BOUND(RANGE-RENYI), in doubles, to guide the search.
double log_renyi(double range, double s) {
  const double A = -std::expm1(-range * s);
  const double B = -std::exp(-range) * std::expm1(-range * (s - 1));
  return std::log(A) + (s - 1) * std::log((s - 1) * A / (s * B)) -
         std::log(-s * std::expm1(-range));
}

// BOUND(RANGE-RENYI)
// Statement.  Let S be the sum of the losses of N mechanisms. Each may depend on the earlier outputs; given these,
//             let its loss L lie in an interval of length eps. Then for s > 1
//
//                 E_P[e^{sS}] <= M^N,   M = A a^{s-1}/(s (1 - e^{-eps})),   a = (s-1) A/(s B),
//                 A = 1 - e^{-eps s},   B = e^{-eps} - e^{-eps s}.
//
// Needs.      eps > 0: require_runs. s > 1: range_ceiling.
// Proof.      Given the earlier outputs, X = e^L lies in [x e^{-eps}, x] for some x > 0, and E_P[X] = 1. Hence
//             E_P[X^s] is at most the value at 1 of the chord of y^s between the ends,
//
//                 (A x^{s-1} - B x^s)/(1 - e^{-eps}).
//
//             Its maximum over all x > 0 is at x = a. Conditioning on all but the last run gives one factor M; N
//             repetitions give M^N.
// Source.     Dong, Durfee, Rogers 2020, Section 5, has this divergence; composition of Renyi divergences: Mironov
//             2017.
Ball log_moment(const Rational& range, const Ball& s) {
  const Bits p = s.precision();
  const Ball eps(range, p), one = Ball::integer(1, p);
  const Ball A = -expm1(-(eps * s)), B = -(exp(-eps) * expm1(-(eps * (s - one))));
  const Ball a = (s - one) * A / (s * B);
  const Ball moment = A * exp((s - one) * log(a)) / (-(s * expm1(-eps)));
  return log(bound_number<"RANGE-RENYI">(moment));
}

}  // namespace

WorstRange worst_fixed_range(const RangeRuns& runs, const Rational& epsilon, const Effort& effort) {
  require_runs(runs);
  const std::vector<Place> best = contenders(runs, epsilon, effort.poll);
  // The worst value by RANGE-WORST; all other candidates have smaller values.
  const Certified value = certified_at(
      [&](Bits p) {
        effort.poll();
        return worst_gain(runs, epsilon, best, p);
      },
      kEngine, effort.digits);
  return {within(value, kZero, Rational(1)),
          best.empty() ? std::nullopt : std::optional(best.front().t)};
}

// By RANGE-RENYI: (s-1) D_s = log E_P[e^{sS}] <= N log M. The mechanism with the losses log x and log x - eps at the
// maximising x = a attains this bound.
Ball range_renyi(const RangeRuns& runs, const Rational& order, Bits p) {
  require_runs(runs);
  if (!(Rational(1) < order)) {
    throw std::invalid_argument("the order must be above 1, got " + order.text());
  }
  const Ball s(order, p);
  return log_moment(runs.range, s) * Ball(runs.runs, p) / (s - 1);
}

std::optional<ChernoffBound> range_ceiling(const RangeRuns& runs, const Rational& epsilon,
                                           double log_wanted, bool moved) {
  require_runs(runs);
  const double range = runs.range.approximate(), N = runs.runs.approximate();
  return chernoff_by_moments(
      [&](const Ball& s) { return log_moment(runs.range, s) * Ball(runs.runs, s.precision()); },
      [&](double s) { return N * log_renyi(range, s); }, epsilon, log_wanted, moved);
}

namespace {

/// Returns an upper bound of delta for adaptive runs, rounded up to kStatedDigits. It does not depend on the
/// requested digits, so that a check with more digits reproduces it.
Rational adaptive_delta_end(const RangeRuns& runs, const Rational& epsilon, const Effort& effort) {
  constexpr int kPairDigits = 6;
  const Bits p{256};
  const std::string pair =
      "exponential_mechanism(epsilon=" + runs.range.text() + ")^" + runs.runs.text();
  Effort rough = effort;
  rough.digits = kPairDigits;
  PrivacyProfile profile(Composition::parse(pair), Direction::forward);
  Ball most = min(Ball::integer(1, p), profile.delta(Real(epsilon), rough).value.at(p).upper());
  if (const auto ceiling = range_ceiling(runs, epsilon, 0, false)) {
    most = min(most, ceiling->bound.ball(p));
  }
  const auto end = most.decimal_ends(kStatedDigits).second;
  return end && *end < kOne ? *end : kOne;
}

}  // namespace

// Both ends are stored as exact numbers, because a ball that contains both has only as many digits as its radius
// permits.
Certified worst_adaptive_range(const RangeRuns& runs, const Rational& epsilon,
                               const WorstRange& fixed, const Effort& effort) {
  if (runs.runs == kOne) return fixed.fixed;
  const Bits p = fixed.fixed.value().precision();
  const Rational most = adaptive_delta_end(runs, epsilon, effort);
  const Ball all = enclosed_between(fixed.fixed.value(), Ball(most, p), "delta of bounded range");
  // Fixed runs are a special case of adaptive runs.
  const Rational least =
      Rational::parse(fixed.fixed.value().decimal_bounds(effort.digits + 4).first);
  return Mint::value(all, kEngine, {}, all.relative_digits() >= effort.digits,
                     least < kZero ? kZero : least, most);
}

}  // namespace plumbline
