#include "reference/quantities/comparison/profile_excess.hpp"

#include <algorithm>

#include "reference/arithmetic/bound.hpp"
#include "reference/quantities/comparison/profile_places.hpp"
#include "reference/quantities/tradeoff/threshold.hpp"

namespace plumbline {
namespace {

constexpr Bits kExcessBits{256};
constexpr int kThresholdDigits = 12;

}  // namespace

// BOUND(PROFILE-EXCESS)
// Statement.  Let T be all reals or an interval [from, inf) of epsilon, x = e^t, and d = delta_D - delta, where
//             delta_D is the profile of a distribution D. On its j-th piece within T, delta_D is the line B_j - A_j
//             x. On this piece the supremum of d is at least d at each t of the piece, and at most B_j - (1 - f(A_j))
//             if A_j >= 0. Let h = B_j - A_j x - delta at every t, and let e be an end of the piece. The supremum of
//             d on the piece is d(e) if A_j <= 0 and e is the right end, or if h(c) >= h(e) at a c outside the piece,
//             beyond e. If the masses are positive and T is all reals, the supremum of d over T is the largest B_j -
//             (1 - f(A_j)), j = 0 .. n.
// Needs.      delta is convex in x and decreases. 1 - f(a) = inf over x >= 0 of delta + a x, for a >= 0, where f = 0
//             beyond 1.
// Proof.      d <= B_j - inf (delta + A_j x), because this holds for the line at every x. h is concave in x and
//             equals d on the piece. e lies between c and any y of the piece: e = u c + (1 - u) y in x with u < 1.
//             Hence h(e) >= u h(c) + (1 - u) h(y) >= u h(e) + (1 - u) h(y), and h(y) <= h(e). If A_j <= 0, both -A_j
//             x and -delta increase. If the masses are positive, delta_D is the largest of its lines on x > 0
//             (PROFILE-VERTICES). The supremum of d is then the largest of the suprema of line minus delta over x >
//             0. Each is B_j - (1 - f(A_j)); x = 0 may be included, because both functions are continuous there. For j
//             = n, A_n = 0, and the supremum is the limit for x -> inf.
// Source.     Elementary: conjugates of piecewise linear functions.
Ball PlaceJudge::excess(const ProfilePlace& place, const Effort& effort) {
  const size_t j = place.index;
  const Ball none(p_);
  if (place.state == PlaceState::holds) return none;
  if (promise_.side == ProfileSide::pessimistic) return place.shortfall;  // PROFILE-KINKS
  const auto mass = profile_.exact_infinite_mass();
  if (j == masses_.atoms.size() && mass) return Ball(masses_.infinite - *mass, p_);
  if (const auto end = excess_at_end(j, effort)) return *end;
  if (!certainly_at_most(none, sums_.null[j])) return Ball::indeterminate(p_);
  const Ball most =
      bound_number<"PROFILE-EXCESS">(vertex(sums_.alternative[j], sums_.null[j], effort).shortfall);
  if (!has_negative_ && !promise_.from) return most;
  return Ball::hull(largest_seen(j, place, effort), most);
}

/// Returns the supremum of the shortfall on piece j if it is attained at an end of the piece; nothing if that is
/// undecided.
std::optional<Ball> PlaceJudge::excess_at_end(size_t j, const Effort& effort) {
  const bool plain = !has_negative_ && !promise_.from;
  if (plain || j == masses_.atoms.size()) return std::nullopt;
  const Rational& right = masses_.atoms[j].loss;
  const Ball there = height(j, right, effort);
  if (certainly_at_most(sums_.null[j], Ball(p_)) ||
      certainly_at_most(height(j, right + slope_distance(), effort), there)) {
    return -there;
  }
  const std::optional<Rational> left = left_end(j);
  if (!left) return std::nullopt;
  const Ball here = height(j, *left, effort);
  if (!certainly_at_most(height(j, *left - slope_distance(), effort), here)) return std::nullopt;
  return -here;
}

/// Returns the largest shortfall at a few losses of piece j: a lower bound of the supremum.
Ball PlaceJudge::largest_seen(size_t j, const ProfilePlace& place, const Effort& effort) {
  std::vector<Rational> losses;
  const std::optional<Rational> left = left_end(j);
  if (left) losses.push_back(*left);
  if (j < masses_.atoms.size()) losses.push_back(masses_.atoms[j].loss);
  const double level = sums_.null[j].approximate();
  if (0 < level && level < 1) {
    const Ball t = threshold(profile_, Rational::from_binary64(level), kThresholdDigits, effort);
    const Rational at = Rational::from_binary64(t.approximate());
    const bool inside = (!left || *left < at) && (losses.empty() || at < losses.back());
    if (inside) losses.push_back(at);
  }
  Ball out = place.state == PlaceState::fails ? place.shortfall : Ball(p_);
  for (const Rational& loss : losses) out = max(out, -height(j, loss, effort));
  return out;
}

Ball profile_excess(PrivacyProfile& profile, const LossMasses& masses,
                    const ProfilePromise& promise, const WholeProfile& found,
                    const Effort& effort) {
  Ball out(kExcessBits);
  if (found.state == PlaceState::holds) return out;
  PlaceJudge judge(profile, masses, promise);
  judge.prepare(effort.digits);
  for (const ProfilePlace& place : found.places) {
    effort.poll();
    out = max(out, judge.excess(place, effort));
  }
  return out;
}

}  // namespace plumbline
