/// The epsilon at which the worst delta of runs of bounded range equals a given delta.
#include <algorithm>
#include <stdexcept>

#include "reference/arithmetic/constants.hpp"
#include "reference/quantities/comparison/bounded_range.hpp"
#include "reference/quantities/comparison/worst_place.hpp"
#include "reference/quantities/epsilon/epsilon_ends.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/extended.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

using ranges::contenders;
using ranges::EventGain;
using ranges::Place;
using ranges::t_of;

using ranges::kEngine;

/// Returns a decimal near the midpoint of x.
Rational near_decimal(const Ball& x, int digits) {
  return Rational::parse(x.midpoint().decimal_bounds(digits).first);
}

/// Approximates the epsilon at which the worst delta is D, by Newton's method on log F, where F is the gain of the
/// worst event. In the notation of RANGE-WORST, with g for epsilon, the derivative of log F in g is -e^g P(K <= l)/F,
/// because t_l is the optimal t.
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
      if (at.t <= kZero || at.t >= r.range) break;
      const EventGain found = gain_of_event(r, g, at, p);
      if (!certainly_positive(found.gain)) break;
      const Ball step = log(found.gain / Ball(D, p)) * found.gain / found.P_weight;
      Rational next = near_decimal(Ball(g, p) + step, effort.digits + 10);
      if (next >= most) next = (g + most) * half;
      if (next <= kZero) next = g * half;
      g = next;
      out.t = at.t;
      if (step.magnitude().log_approximate() < -2.31 * (effort.digits + 3)) break;
    }
  }
  return out;
}

/// Returns true if the worst delta of fixed runs at g is at most D; nothing if undecided.
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

/// Bounds of the root: delta(lo) > D or lo = 0, and delta(hi) <= D, both decided. No loss exceeds N range.
Between fixed_ends(const RangeRuns& r, const Rational& D, const Rational& root,
                   const Effort& effort) {
  Between out{kZero, r.range * r.runs};
  const Rational ten(10);
  for (Rational width = root / power(ten, effort.digits + 1); width < root; width = width * ten) {
    const bool both = out.lo > kZero && out.hi < r.range * r.runs;
    if (both) break;
    const Rational below = decimal_below(root - width, effort.digits + 4);
    const Rational above = decimal_above(root + width, effort.digits + 4);
    if (out.lo.is_zero() && fixed_is_at_most(r, below, D, effort) == false) out.lo = below;
    if (above < out.hi && fixed_is_at_most(r, above, D, effort) == true) out.hi = above;
  }
  return out;
}

/// Returns the smallest decimal epsilon of kStatedDigits digits at which the Renyi divergences of adaptive runs imply
/// delta <= D.
Rational renyi_end(const RangeRuns& r, const Rational& D, const Effort& effort) {
  constexpr int kSteps = 80;  // enough for the bisection to reach neighbouring decimals
  Rational lo = kZero, hi = r.range * r.runs;
  const Bits p{128};
  for (int i = 0; i < kSteps; ++i) {
    effort.poll();
    const Rational middle = near_decimal(Ball((lo + hi) * Rational(1, 2), p), kStatedDigits);
    if (middle <= lo || middle >= hi) break;
    const auto ceiling = range_ceiling(r, middle, 0, false);
    const bool holds = ceiling && certainly_at_most(ceiling->bound.ball(p), Ball(D, p));
    (holds ? hi : lo) = middle;
  }
  return hi;
}

/// Returns an epsilon at which delta of all adaptive runs is at most D, from their Renyi divergences or the pair of the
/// exponential mechanism. The result does not depend on the requested digits, so that a check with more digits
/// reproduces it.
Rational adaptive_end(const RangeRuns& r, const Rational& D, const Effort& effort) {
  constexpr int kPairDigits = 8;
  const Rational by_renyi = renyi_end(r, D, effort);
  Effort rough = effort;
  rough.digits = kPairDigits;
  PrivacyProfile profile(
      Composition::parse("exponential_mechanism(epsilon=" + r.range.text() + ")^" + r.runs.text()),
      Direction::forward);
  const Extended pair = epsilon(profile, D, rough);
  if (pair.is_infinite() || !pair->value().is_finite()) return by_renyi;
  const Rational top = Rational::parse(pair->value().upper().decimal_bounds(kStatedDigits).second);
  if (top.sign() < 0) return kZero;  // the root over all reals is negative: delta(0) < D
  return std::min(top, by_renyi);
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
  if (fixed_is_at_most(runs, kZero, delta, effort) == true) {
    const Certified none = epsilon_between(kZero, kZero, kEngine, digits);
    const Rational top = adaptive_end(runs, delta, effort);
    const bool alike = runs.runs == Rational(1);
    return {none, alike ? none : epsilon_between(kZero, top, kEngine, digits), std::nullopt};
  }
  const WorstRoot root = near_root(runs, delta, effort);
  const Between ends = fixed_ends(runs, delta, root.epsilon, effort);
  const Certified fixed = epsilon_between(ends.lo, ends.hi, kEngine, digits);
  if (runs.runs == Rational(1)) return {fixed, fixed, root.t};
  const Rational top = adaptive_end(runs, delta, effort);
  return {fixed, epsilon_between(ends.lo, top, kEngine, digits), root.t};
}

}  // namespace plumbline
