/// Computes the epsilon of a region at a given delta.
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/constants.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/regions/tv_region.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

/// Searches the smallest epsilon t* with delta(t*) <= d over decreasing kinks. As long as delta <= d is certain at a
/// kink, t* is at most this kink. At the first kink where it is not certain, t* is usually above the kink. If delta and
/// d are nearly equal there, t* may also be below the kink, and the intervals of the next kinks are added.
struct EpsilonSearch {
  Ball d, last;
  std::optional<Ball> found = std::nullopt;
  bool done = false;

  void take(const RegionPoint& point);
};

// BOUND(TV-EPSILON)
// Statement.  Let F = (1-delta)^k, d = (D - (1-F))/F >= 0, and t* the smallest t >= 0 with delta(t) <= d. If
//             delta(r) >= d at a kink r and delta(r') <= d at the next kink r', then
//                 t* = log((Q(S > r) - d)/P(S > r)),   r <= t* <= r'.
//             If delta(0) <= d, then t* = 0. If r' represents several losses, the right side and t* are both in the
//             interval of r', or they are equal.
// Needs.      F > 0 and D >= 1-F: checked here. The kink r: checked here, for every kink that may be r; if delta(r)
//             and d cannot be distinguished, the intervals of several kinks are joined.
// Proof.      The composition is (t, (1-F) + F delta(t))-DP and no better. Between r and r'
//                 delta(t) = Q(S > r) - e^t P(S > r),
//             because the losses above t are those above r. This decreases strictly where P(S > r) > 0; the solution
//             for t is the formula. Up to the smallest loss of the kink r', the right side equals delta(t); beyond
//             this loss it is smaller, because it includes negative terms. So the t at which the right side is d is t*
//             if it is at most this loss. Otherwise both are above this loss, and at most the largest loss of the
//             kink, where delta <= d.
// Source.     Elementary.
void EpsilonSearch::take(const RegionPoint& point) {
  if (done) return;
  const Ball& r = point.epsilon;
  const bool low_enough = certainly_at_most(point.delta, d);
  if (!low_enough) {
    // If r is certainly the kink of the statement TV-EPSILON, t must meet the interval from r to the previous kink
    // (`last`). Otherwise t may lie outside of this interval, and is clipped to it.
    const bool certain = certainly_less(d, point.delta) && !found;
    const Ball t = bound<"TV-EPSILON">(log((point.Q_above - d) / point.P_above));
    Ball here = Ball::hull(r, last);
    if (t.is_finite())
      here = certain ? common(t, here, "epsilon of a region") : min(max(t, r), last);
    if (overlaps(here, last)) here = Ball::hull(here, last);
    found = found ? Ball::hull(*found, here) : here;
  }
  last = r;
  done = certainly_less(d, point.delta);
  if (point.j > 0 || done) return;
  const Ball zero(d.precision());
  found = found && !low_enough ? Ball::hull(*found, zero) : zero;
}

}  // namespace

Extended region_epsilon(const ComposedTv& composed, const Rational& D, const Effort& effort) {
  if (D.sign() < 0 || D > kOne) {
    throw std::invalid_argument("delta must be in [0, 1], got " + D.text());
  }
  const int digits = effort.digits;
  const Bits p = composed.bits(digits) + 32;
  const std::optional<Rational> mass = composed.exact_infinite_mass();
  const Ball finite = composed.finite_mass(p), zero(p);
  const Ball above_mass = mass ? Ball(D - *mass, p) : Ball(D, p) - composed.infinite_mass(p);
  if (certainly_negative(above_mass)) return no_region_epsilon(D);
  const auto answer = [digits](const Ball& x) {
    return limited(certified({x, {}}, "theorem2", digits, true), kZero);
  };
  if (finite.is_exactly_zero() || D == kOne) return answer(zero);
  if (!above_mass.is_exactly_zero() && !certainly_positive(above_mass)) {
    return answer(Ball::indeterminate(p));
  }
  EpsilonSearch search{above_mass / finite, composed.epsilon(composed.reach(), p)};
  try {
    composed.visit(effort, [&](const RegionPoint& point) { search.take(point); });
  } catch (const Interrupted&) {
    return answer(Ball::hull(zero, composed.epsilon(composed.reach(), p)));
  }
  return answer(search.found.value_or(zero));
}

Extended no_region_epsilon(const Rational& D) {
  return Extended::infinity("no epsilon: the mass of infinite loss is above delta = " + D.text());
}

}  // namespace plumbline
