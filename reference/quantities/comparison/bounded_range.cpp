#include "reference/quantities/comparison/bounded_range.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/quantities/mint.hpp"
#include "reference/quantities/privacy_profile.hpp"

namespace plumbline {
namespace {

constexpr const char* kEngine = "bounded range";
const Rational kNone(0);

/// delta(g) of N runs with the losses t and t - range by the event "at most `low` low losses",
/// 0 < t < range: Q-masses times what each gains.
Ball gain_of_event(const RangeRuns& r, const Rational& g, const Rational& t, long low, Bits p) {
  const Bits work = p + 2 * low + 32;
  const Ball one = Ball::integer(1, work);
  const Ball high = expm1(Ball(t - r.range, work)) / expm1(-Ball(r.range, work));
  const Ball odds = (one - high) / high, step = exp(Ball(r.range, work));
  Ball mass = power(high, r.runs), share = exp(Ball(g - t * r.runs, work)), sum(work);
  for (long i = 0; i <= low; ++i) {
    sum += mass * (one - share);
    mass = mass * odds * Ball((r.runs - Rational(i)) / Rational(i + 1), work);
    share = share * step;
  }
  return sum.rounded(p);
}

struct Place {
  Rational t;
  long low;
};

/// t = (g + (low+1) range)/(N+1) for each number of low losses, where it lies in (0, range).
std::vector<Place> places(const RangeRuns& r, const Rational& g) {
  std::vector<Place> out;
  const long N = static_cast<long>(r.runs.approximate());
  for (long low = 0; low < N; ++low) {
    const Rational t = (g + r.range * Rational(low + 1)) / (r.runs + Rational(1));
    if (t > kNone && t < r.range) out.push_back({t, low});
  }
  return out;
}

// BOUND(RANGE-WORST)
// Statement.  Let N mechanisms have losses in [t_i - eps, t_i], the t_i fixed beforehand. The largest
//             delta(g) of all their compositions is the larger of (1 - e^g)_+ and
//
//                 max over l = 0 .. N-1 of F_l(t_l),   t_l = (g + (l+1) eps)/(N+1) in (0, eps),
//                 F_l(t) = Q(K <= l) - e^g P(K <= l),
//
//             K the number of low losses in N runs of the mechanism with the losses t and t - eps.
// Needs.      eps > 0, N >= 1 whole: require_runs.
// Proof.      The worst of each step has two outcomes, of losses t_i and t_i - eps, t_i in [0, eps]
//             (RANGE-PAIR). With K low ones the loss is T - K eps, T = sum t_i: it depends on K
//             alone, so delta(g) = max_l F_l(t_1 .. t_N), F_{-1} = 0. At step i the low outcome has
//             Q-mass 1 - q, P-mass 1 - p,
//
//                 q = (1 - e^{t-eps})/(1 - e^{-eps}),   p = q e^{-t};
//
//             Q(K <= l) = Q'(K <= l-1) + q Q'(K = l), the dash without step i, and
//             Q'(K = l) = e^{T - t_i - l eps} P'(K = l). Hence
//
//                 dF_l/dt_i = P'(K = l) (e^{g-t_i} - e^{T-eps-l eps})/(1 - e^{-eps}),
//
//             of the sign of g + (l+1) eps - T - t_i where P'(K = l) > 0; where that is 0, F_l is 0
//             or 1 - e^g. F_l has a maximum on [0, eps]^N. Unless it is one of these two, each
//             t_i inside is g + (l+1) eps - T, one at 0 has T >= g + (l+1) eps, and one at eps
//             T + eps <= g + (l+1) eps: so no two of the three kinds occur together. All at 0 or all
//             at eps, nothing is released, and all inside they are equal to t_l. Conversely each
//             F_l(t_l) is the gain of an event.
// Source.     Dong, Durfee, Rogers 2020, Theorem 3 and Lemma 4.3; the proof is this project's.
Ball worst_gain(const RangeRuns& r, const Rational& g, const std::vector<Place>& all, Bits p) {
  const Ball none = max(Ball(p), -expm1(Ball(g, p)));
  Ball most = none;
  for (const Place& at : all) most = max(most, gain_of_event(r, g, at.t, at.low, p));
  return bound_number<"RANGE-WORST">(most);
}

/// Those that may be the largest, by a rough look at all.
std::vector<Place> contenders(const RangeRuns& r, const Rational& g) {
  const std::vector<Place> all = places(r, g);
  const Bits rough{64};
  std::vector<Ball> gains;
  Ball most = max(Ball(rough), -expm1(Ball(g, rough)));
  for (const Place& at : all) {
    gains.push_back(gain_of_event(r, g, at.t, at.low, rough));
    most = max(most, gains.back());
  }
  std::vector<Place> out;
  for (size_t i = 0; i < all.size(); ++i) {
    if (!certainly_less(gains[i], most)) out.push_back(all[i]);
  }
  return out;
}

/// log of BOUND(RANGE-RENYI), in doubles: where to look.
double log_renyi(double range, double s) {
  const double A = -std::expm1(-range * s);
  const double B = -std::exp(-range) * std::expm1(-range * (s - 1));
  return std::log(A) + (s - 1) * std::log((s - 1) * A / (s * B)) -
         std::log(-s * std::expm1(-range));
}

// BOUND(RANGE-RENYI)
// Statement.  Let each of N mechanisms, which may depend on the outputs before it, have a loss within
//             an interval of length eps, given these. Then for s > 1
//
//                 E_P[e^{sS}] <= M^N,   M = A a^{s-1}/(s (1 - e^{-eps})),   a = (s-1) A/(s B),
//                 A = 1 - e^{-eps s},   B = e^{-eps} - e^{-eps s}.
//
// Needs.      eps > 0: require_runs. s > 1: range_ceiling.
// Proof.      Given what came before, X = e^L lies in [x e^{-eps}, x] and E_P[X] = 1, so that E[X^s]
//             is at most the value at 1 of the chord of y^s between the ends,
//
//                 (A x^{s-1} - B x^s)/(1 - e^{-eps}),
//
//             which over all x > 0 is largest at x = a. Conditioning on all but the last run takes one
//             factor out, N times.
// Source.     Dong, Durfee, Rogers 2020, Section 5, has this divergence; composition of Renyi
//             divergences: Mironov 2017.
Ball log_moment(const Rational& range, const Ball& s) {
  const Bits p = s.precision();
  const Ball eps(range, p), one = Ball::integer(1, p);
  const Ball A = -expm1(-(eps * s)), B = -(exp(-eps) * expm1(-(eps * (s - one))));
  const Ball a = (s - one) * A / (s * B);
  const Ball moment = A * exp((s - one) * log(a)) / (-(s * expm1(-eps)));
  return log(bound_number<"RANGE-RENYI">(moment));
}

}  // namespace

void require_runs(const RangeRuns& runs) {
  if (runs.range.sign() <= 0) {
    throw std::invalid_argument("the range must be greater than 0, got " + runs.range.text());
  }
  if (!runs.runs.is_integer() || runs.runs.sign() <= 0 || runs.runs > Rational(kMostRangeRuns)) {
    throw std::invalid_argument("the number of runs must be whole, from 1 to " +
                                std::to_string(kMostRangeRuns) + ", got " + runs.runs.text());
  }
}

WorstRange worst_fixed_range(const RangeRuns& runs, const Rational& epsilon, const Effort& effort) {
  require_runs(runs);
  const std::vector<Place> best = contenders(runs, epsilon);
  // By RANGE-WORST; the others are less.
  const Certified value = certified_at(
      [&](Bits p) {
        effort.poll();
        return worst_gain(runs, epsilon, best, p);
      },
      kEngine, effort.digits);
  return {within(value, kNone, Rational(1)),
          best.empty() ? std::nullopt : std::optional(best.front().t)};
}

std::optional<ChernoffBound> range_ceiling(const RangeRuns& runs, const Rational& epsilon,
                                           double log_wanted, bool moved) {
  require_runs(runs);
  const double range = runs.range.approximate(), N = runs.runs.approximate();
  return chernoff_by_moments(
      [&](const Ball& s) { return log_moment(runs.range, s) * Ball(runs.runs, s.precision()); },
      [&](double s) { return N * log_renyi(range, s); }, epsilon, log_wanted, moved);
}

Certified worst_adaptive_range(const RangeRuns& runs, const Rational& epsilon,
                               const WorstRange& fixed, const Effort& effort) {
  if (runs.runs == Rational(1)) return fixed.fixed;
  const Bits p = fixed.fixed.value.precision();
  const std::string pair =
      "exponential_mechanism(epsilon=" + runs.range.text() + ")^" + runs.runs.text();
  Effort rough = effort;
  rough.digits = std::min(effort.digits, 6);
  PrivacyProfile profile(Composition::parse(pair), Direction::forward);
  Ball most = min(Ball::integer(1, p), profile.delta(Real(epsilon), rough).value.at(p).upper());
  if (const auto ceiling = range_ceiling(runs, epsilon, 0, false)) {
    most = min(most, ceiling->bound.ball(p));
  }
  const Ball all = enclosed_between(fixed.fixed.value, most, "delta of bounded range");
  return Mint::value(all, kEngine, {}, all.relative_digits() >= effort.digits, kNone, Rational(1));
}

}  // namespace plumbline
