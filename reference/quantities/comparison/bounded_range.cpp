#include "reference/quantities/comparison/bounded_range.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/quantities/epsilon_ends.hpp"
#include "reference/quantities/mint.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"

namespace plumbline {
namespace {

constexpr const char* kEngine = "bounded range";
const Rational kNone(0);

struct Place {
  Rational t;
  long low;
};

/// Of N runs with the losses t and t - range by the event "at most `low` low losses".
struct EventGain {
  Ball gain;      ///< Q-masses times what each gains: delta(g), 0 < t < range
  Ball P_weight;  ///< e^g times its P-mass
};

EventGain gain_of_event(const RangeRuns& r, const Rational& g, const Place& at, Bits p) {
  const Bits work = p + 64;
  const Ball one = Ball::integer(1, work);
  const Rational& t = at.t;
  const Ball high = expm1(Ball(t - r.range, work)) / expm1(-Ball(r.range, work));
  const Ball odds = (one - high) / high, step = exp(Ball(r.range, work));
  Ball mass = power(high, r.runs), share = exp(Ball(g - t * r.runs, work)), sum(work);
  Ball of_P(work);
  for (long i = 0; i <= at.low; ++i) {
    sum += mass * (one - share);
    of_P += mass * share;
    mass = mass * odds * Ball((r.runs - Rational(i)) / Rational(i + 1), work);
    share = share * step;
  }
  return {sum.rounded(p), of_P.rounded(p)};
}

Rational t_of(const RangeRuns& r, const Rational& g, long low) {
  return (g + r.range * Rational(low + 1)) / (r.runs + Rational(1));
}

/// t = (g + (low+1) range)/(N+1) for each number of low losses, where it lies in (0, range).
std::vector<Place> places(const RangeRuns& r, const Rational& g) {
  std::vector<Place> out;
  const long N = static_cast<long>(r.runs.approximate());
  for (long low = 0; low < N; ++low) {
    const Rational t = t_of(r, g, low);
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
//             K the number of low losses in N runs of the mechanism with the losses t and t - eps: Bin(N,
//             1-q) under Q and Bin(N, 1-p) under P, q = (1 - e^{t-eps})/(1 - e^{-eps}), p = q e^{-t}. An l
//             whose t_l is not in (0, eps) is left out; if all are, the value is (1 - e^g)_+.
// Needs.      eps > 0, N >= 1 whole: require_runs.
// Proof.      The worst of each step has two outcomes, of losses t_i and t_i - eps, t_i in [0, eps]
//             (RANGE-PAIR). With K low ones the loss is T - K eps, T = sum t_i: it depends on K
//             alone, so delta(g) is the largest F_l(t_1 .. t_N), l = -1 .. N, F_{-1} = 0 and F_N = 1 - e^g.
//             For l = 0 .. N-1, at step i the low outcome has
//             Q-mass 1 - q, P-mass 1 - p,
//
//                 q = (1 - e^{t-eps})/(1 - e^{-eps}),   p = q e^{-t};
//
//             Q(K <= l) = Q'(K <= l-1) + q Q'(K = l), the dash without step i, and
//             Q'(K = l) = e^{T - t_i - l eps} P'(K = l). Hence
//
//                 dF_l/dt_i = P'(K = l) (e^{g-t_i} - e^{T-eps-l eps})/(1 - e^{-eps}),
//
//             of the sign of g + (l+1) eps - T - t_i where P'(K = l) > 0. F_l has a maximum on [0, eps]^N.
//             If P'(K = l) = 0 there for some i, K <= l is sure or impossible, and F_l is 1 - e^g or 0, at
//             most (1 - e^g)_+. Otherwise each t_i inside is g + (l+1) eps - T, one at 0 has T >=
//             g + (l+1) eps, and one at eps T + eps <= g + (l+1) eps: so no two of the three kinds occur
//             together. All at 0 or all at eps, nothing is released, and F_l is at most (1 - e^g)_+; all
//             inside, they are equal to t_l. Conversely each F_l(t_l) is the gain of an event.
// Source.     Dong, Durfee, Rogers 2020, Theorem 3 and Lemma 4.3; the proof is this project's.
Ball worst_gain(const RangeRuns& r, const Rational& g, const std::vector<Place>& all, Bits p) {
  const Ball none = max(Ball(p), -expm1(Ball(g, p)));
  Ball most = none;
  for (const Place& at : all) most = max(most, gain_of_event(r, g, at, p).gain);
  return bound_number<"RANGE-WORST">(most);
}

/// Those that may be the largest, by a rough look at all.
std::vector<Place> contenders(const RangeRuns& r, const Rational& g, const Poll& poll) {
  const std::vector<Place> all = places(r, g);
  const Bits rough{64};
  std::vector<Ball> gains;
  Ball most = max(Ball(rough), -expm1(Ball(g, rough)));
  for (const Place& at : all) {
    poll();
    gains.push_back(gain_of_event(r, g, at, rough).gain);
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
  const std::vector<Place> best = contenders(runs, epsilon, effort.poll);
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
  // What fixed runs attain is attained: the hull may be rounded to less.
  const Rational least = Rational::parse(fixed.fixed.value.decimal_bounds(effort.digits + 4).first);
  return Mint::value(all, kEngine, {}, all.relative_digits() >= effort.digits,
                     least < kNone ? kNone : least, Rational(1));
}

namespace {

/// A decimal near x.
Rational near_decimal(const Ball& x, int digits) {
  return Rational::parse(x.midpoint().decimal_bounds(digits).first);
}

/// Where the worst delta is D, roughly: Newton's method on the logarithm of what the event gains that
/// is the worst there; log F falls with the slope e^g P(K <= l)/F, as t_l is the best t.
struct WorstRoot {
  Rational epsilon;
  std::optional<Rational> t;
};
WorstRoot near_root(const RangeRuns& r, const Rational& D, const Effort& effort) {
  constexpr int kRounds = 20, kSteps = 40;
  const Bits p = bits_for_digits(effort.digits) + 64;
  const Rational most = r.range * r.runs, half(1, 2);
  WorstRoot out{most * half, std::nullopt};
  Rational& g = out.epsilon;
  long known = -1;
  for (int round = 0; round < kRounds; ++round) {
    const std::vector<Place> best = contenders(r, g, effort.poll);
    if (best.empty() || best.front().low == known) break;
    known = best.front().low;
    out.t = best.front().t;
    for (int i = 0; i < kSteps; ++i) {
      const Place at{t_of(r, g, known), known};
      if (at.t <= kNone || at.t >= r.range) break;
      const EventGain found = gain_of_event(r, g, at, p);
      if (!certainly_positive(found.gain)) break;
      const Ball step = log(found.gain / Ball(D, p)) * found.gain / found.P_weight;
      Rational next = near_decimal(Ball(g, p) + step, effort.digits + 10);
      if (next >= most) next = (g + most) * half;
      if (next <= kNone) next = g * half;
      g = next;
      out.t = at.t;
      if (step.magnitude().log_approximate() < -2.31 * (effort.digits + 3)) break;
    }
  }
  return out;
}

/// Whether the worst delta of fixed runs at g is at most D; nothing if not decided.
std::optional<bool> fixed_is_at_most(const RangeRuns& r, const Rational& g, const Rational& D,
                                     const Effort& effort) {
  const std::vector<Place> best = contenders(r, g, effort.poll);
  for (const int digits : {10, effort.digits + 10, 2 * effort.digits + 30}) {
    const Bits p = bits_for_digits(digits);
    const Ball delta = worst_gain(r, g, best, p), limit(D, p);
    if (certainly_at_most(delta, limit)) return true;
    if (certainly_less(limit, delta)) return false;
  }
  return std::nullopt;
}

struct Between {
  Rational lo, hi;
};

/// Around the root: delta(lo) > D or lo = 0, delta(hi) <= D, decided. All losses are at most N range.
Between fixed_ends(const RangeRuns& r, const Rational& D, const Rational& root,
                   const Effort& effort) {
  Between out{kNone, r.range * r.runs};
  const Rational ten(10);
  for (Rational width = root / power(ten, effort.digits + 1); width < root; width = width * ten) {
    const bool both = out.lo > kNone && out.hi < r.range * r.runs;
    if (both) break;
    const Rational below = decimal_below(root - width, effort.digits + 4);
    const Rational above = decimal_above(root + width, effort.digits + 4);
    if (out.lo.is_zero() && fixed_is_at_most(r, below, D, effort) == false) out.lo = below;
    if (above < out.hi && fixed_is_at_most(r, above, D, effort) == true) out.hi = above;
  }
  return out;
}

/// An epsilon at which no adaptive runs have more than D: by their Renyi divergences or the pair.
Rational adaptive_end(const RangeRuns& r, const Rational& D, const Rational& least,
                      const Effort& effort) {
  Rational lo = least, hi = r.range * r.runs;
  const Bits p{128};
  for (int i = 0; i < 40; ++i) {
    effort.poll();
    const Rational middle = near_decimal(Ball((lo + hi) * Rational(1, 2), p), 12);
    if (middle <= lo || middle >= hi) break;
    const auto ceiling = range_ceiling(r, middle, 0, false);
    const bool holds = ceiling && certainly_at_most(ceiling->bound.ball(p), Ball(D, p));
    (holds ? hi : lo) = middle;
  }
  Effort rough = effort;
  rough.digits = std::min(effort.digits, 8);
  PrivacyProfile profile(
      Composition::parse("exponential_mechanism(epsilon=" + r.range.text() + ")^" + r.runs.text()),
      Direction::forward);
  const Extended pair = epsilon(profile, D, rough);
  if (pair.is_infinite() || !pair->value.is_finite()) return hi;
  const Rational top = Rational::parse(pair->value.upper().decimal_bounds(20).second);
  if (top.sign() < 0) return kNone;  // the root among all reals: at 0 there is less than D
  return top < hi ? top : hi;
}

}  // namespace

WorstRangeEpsilon worst_range_epsilon(const RangeRuns& runs, const Rational& delta,
                                      const Effort& effort) {
  require_runs(runs);
  if (delta.sign() <= 0 || delta >= Rational(1)) {
    throw std::invalid_argument("delta must be in (0, 1), got " + delta.text() +
                                "; at 0 epsilon is the number of runs times the range");
  }
  const int digits = effort.digits;
  if (fixed_is_at_most(runs, kNone, delta, effort) == true) {
    const Certified none = epsilon_between(kNone, kNone, kEngine, digits);
    const Rational top = adaptive_end(runs, delta, kNone, effort);
    const bool alike = runs.runs == Rational(1);
    return {none, alike ? none : epsilon_between(kNone, top, kEngine, digits), std::nullopt};
  }
  const WorstRoot root = near_root(runs, delta, effort);
  const Between ends = fixed_ends(runs, delta, root.epsilon, effort);
  const Certified fixed = epsilon_between(ends.lo, ends.hi, kEngine, digits);
  if (runs.runs == Rational(1)) return {fixed, fixed, root.t};
  const Rational top = adaptive_end(runs, delta, ends.lo, effort);
  return {fixed, epsilon_between(ends.lo, top, kEngine, digits), root.t};
}

}  // namespace plumbline
