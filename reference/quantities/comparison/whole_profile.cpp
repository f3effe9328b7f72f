#include "reference/quantities/comparison/whole_profile.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/comparison/profile_places.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"

namespace plumbline {
namespace {

void require_masses(const LossMasses& masses) {
  const Rational* before = nullptr;
  for (const LossMasses::Atom& atom : masses.atoms) {
    if (atom.mass.is_zero()) {
      throw std::invalid_argument("the mass at loss " + atom.loss.text() +
                                  " is 0; leave the loss out");
    }
    if (before != nullptr && *before >= atom.loss) {
      throw std::invalid_argument("the losses must increase, but " + atom.loss.text() +
                                  " comes after " + before->text());
    }
    before = &atom.loss;
  }
}

void count_places(WholeProfile& found) {
  for (size_t i = 0; i < found.places.size(); ++i) {
    const ProfilePlace& one = found.places[i];
    found.open += one.state == PlaceState::open ? 1 : 0;
    if (one.state != PlaceState::fails) continue;
    ++found.failing;
    found.rounding += one.grade == FailureGrade::beyond_rounding ? 0 : 1;
    found.grade = std::max(found.grade, one.grade);
    const auto relative = [&](size_t at) { return relative_shortfall(found.places[at]); };
    if (!found.worst || midpoint_less(found.places[*found.worst].shortfall, one.shortfall)) {
      found.worst = i;
    }
    if (!found.worst_relative || midpoint_less(relative(*found.worst_relative), relative(i))) {
      found.worst_relative = i;
    }
  }
}

}  // namespace

Ball relative_shortfall(const ProfilePlace& place) {
  const bool above = certainly_less(place.truth, place.stated);
  return place.shortfall / (above ? place.stated : place.truth);
}

void summarize_places(WholeProfile& found, bool (*proven)(bool holds)) {
  count_places(found);
  const bool holds = proven(found.failing == 0 && found.open == 0);
  found.state = holds               ? PlaceState::holds
                : found.failing > 0 ? PlaceState::fails
                                    : PlaceState::open;
}

// BOUND(PROFILE-KINKS)
// Statement.  Let delta be the profile of a pair in a direction (for worst, the larger of the two profiles). Let D
//             have masses p_1 .. p_n of any sign at losses l_1 < ... < l_n and p_inf at infinity; its profile is
//             delta_D(t) = p_inf + sum p_i (1 - e^{t-l_i})_+. Then delta_D(t) >= delta(t) for every real t iff
//             delta_D(l_i) >= delta(l_i), i = 1 .. n, and p_inf + sum p_i >= 1. The inequality holds for every t >= s
//             iff it holds at s and at each l_i > s. If it holds at l_i and l_{i+1}, it holds between them. In both
//             cases (all real t, or t >= s), the supremum of delta - delta_D is the largest of its values at these
//             places; at the end t -> -inf, the value is 1 - p_inf - sum p_i.
// Needs.      delta is convex and decreasing in x = e^t, and at most 1, its limit for x -> 0.
// Proof.      delta is a supremum of lines Q(E) - x P(E), or the larger of two such suprema, so that it has the
//             needed properties. It is 1 at x = 0 (E everything), and continuous there on [0, inf), because delta >=
//             1 - x. delta_D is p_inf + sum p_i (1 - x e^{-l_i})_+. For any signs of the masses it is linear in x on
//             each of [0, e^{l_1}], [e^{l_i}, e^{l_{i+1}}] and constant from e^{l_n} on. On a bounded piece a convex
//             function is below its chord, which is below delta_D if its ends are. Beyond e^{l_n}, delta decreases
//             and delta_D does not. So the conditions suffice. For t >= s, let l_i be the first kink above s: [e^s,
//             e^{l_i}] is a part of a piece, so that the same argument applies. The conditions at the kinks and at s
//             are necessary, because each l_i and s is a t. The condition at x = 0 is necessary by t -> -inf, where
//             both are continuous. With n = 0, delta_D is p_inf, and the end alone decides. On each piece delta -
//             delta_D is convex in x, hence at most the larger of its values at the ends, and beyond e^{l_n} it
//             decreases. A place holds if the ball of delta - delta_D is at most 0, and fails if the ball is above 0.
// Source.     Elementary; the chords are those of Doroshenko et al. 2022 (connect the dots).

// BOUND(PROFILE-VERTICES)
// Statement.  Let the masses be positive, B_j = p_inf + sum_{i > j} p_i and A_j = sum_{i > j} p_i e^{-l_i}, j = 0 ..
//             n. Then delta_D(t) <= delta(t) for every real t iff B_j <= 1 - f(A_j) for each j, where f is the
//             trade-off function in the direction, f = 0 beyond 1.
// Needs.      f(a) = sup over x >= 0 of 1 - delta(x) - a x.
// Proof.      Only the atoms above log x, which are the last ones, have a positive (1 - x e^{-l_i})_+. Therefore
//             delta_D(x) = max over j of B_j - A_j x, and delta_D <= delta on x > 0 iff for each j B_j <= inf over x
//             of delta(x) + A_j x = 1 - f(A_j). x = 0 may be included, because both functions are continuous there.
//             For A_j >= 1 the infimum is 1, because delta(x) >= 1 - x, and x = 0 attains it. 1 - f increases, so
//             that its value at a rational below A_j is a lower bound and its value at a rational above A_j an upper
//             bound. With masses of any sign, or for t >= s only, PROFILE-PIECES decides each piece.
// Source.     Elementary: conjugates of piecewise linear functions.
WholeProfile judge_whole_profile(PrivacyProfile& profile, const LossMasses& masses,
                                 const ProfilePromise& promise, const Effort& effort) {
  require_masses(masses);
  WholeProfile out;
  out.places = PlaceJudge(profile, masses, promise).judge(effort);
  summarize_places(
      out, promise.side == ProfileSide::pessimistic
               ? [](bool holds) { return proved<"PROFILE-KINKS">(holds); }
               : [](bool holds) { return proved<"PROFILE-VERTICES">(holds); });
  return out;
}

ProfilePlace judge_profile_place(PrivacyProfile& profile, const LossMasses& masses,
                                 const ProfilePromise& promise, size_t index,
                                 const Effort& effort) {
  require_masses(masses);
  return PlaceJudge(profile, masses, promise).judge_one(index, effort);
}

}  // namespace plumbline
