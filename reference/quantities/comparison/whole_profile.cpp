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
// Statement.  Let delta be the profile of a pair in a direction (of the larger of two profiles for worst), and D
//             have masses p_1 .. p_n of any sign at losses l_1 < ... < l_n and p_inf at infinity. Then
//             delta_D(t) >= delta(t) for every real t iff delta_D(l_i) >= delta(l_i), i = 1 .. n, and
//             p_inf + sum p_i >= 1. For every t >= s it holds iff it does at s and at each l_i > s. If it holds at
//             l_i and l_{i+1}, it holds between them. The supremum of delta - delta_D over such t is the largest of its
//             values there (at the end t -> -inf, of 1 - p_inf - sum p_i).
// Needs.      delta is convex and decreasing in x = e^t, and at most 1, its limit for x -> 0.
// Proof.      delta is a supremum of lines Q(E) - x P(E), or the larger of two such, so it has what is needed; it
//             is 1 at x = 0 (E everything), and continuous there on [0, inf): delta >= 1 - x. delta_D is
//             p_inf + sum p_i (1 - x e^{-l_i})_+, whatever the signs linear in x on each of [0, e^{l_1}],
//             [e^{l_i}, e^{l_{i+1}}] and constant from e^{l_n} on. On a bounded piece a convex function is below its
//             chord, which is below that of delta_D if its ends are. Beyond e^{l_n}, delta decreases and delta_D
//             does not. So the conditions suffice; with s, [e^s, e^{l_i}] is a part of a piece. Those at kinks are
//             needed, as each l_i is a t, and s is; the one at x = 0 by t -> -inf, where both are continuous. With
//             n = 0, delta_D is p_inf, and the end alone decides. On each piece delta - delta_D is convex in x, so at most
//             the larger of its values at the ends, and beyond e^{l_n} it decreases. A place counts as holding where the ball of
//             delta - delta_D is at most 0, and as failing where it is above 0.
// Source.     Elementary; the chords are those of Doroshenko et al. 2022 (connect the dots).

// BOUND(PROFILE-VERTICES)
// Statement.  Let the masses be positive, B_j = p_inf + sum_{i > j} p_i, A_j = sum_{i > j} p_i e^{-l_i}, j = 0 .. n:
//             delta_D(t) <= delta(t) for every real t iff B_j <= 1 - f(A_j) for each j, where f is the
//             trade-off function in the direction, f = 0 beyond 1.
// Needs.      f(a) = sup over x >= 0 of 1 - delta(x) - a x.
// Proof.      (1 - x e^{-l_i})_+ is positive for the atoms above log x alone, which are the last ones. So
//             delta_D(x) = max over j of B_j - A_j x, and delta_D <= delta on x > 0 iff for each j
//             B_j <= inf over x of delta(x) + A_j x = 1 - f(A_j); x = 0 may be added, as both are continuous
//             there. For A_j >= 1 the infimum is 1: delta(x) >= 1 - x, and x = 0 attains it. 1 - f
//             increases, so that its value at a rational below A_j is a lower bound and one above an upper.
//             With masses of any sign, or epsilons from one on, each piece is decided by PROFILE-PIECES.
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
