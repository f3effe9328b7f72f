/// Compares a discretised privacy loss distribution with a pair at every epsilon at once. Finitely many values
/// decide.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "reference/arithmetic/ball.hpp"
#include "reference/values/loss_masses.hpp"

namespace plumbline {

struct Effort;
class PrivacyProfile;

/// The promise of a distribution: its profile is at least (pessimistic) or at most (optimistic) that of the pair, at
/// every real epsilon or at every epsilon from `from` on.
struct ProfilePromise {
  ProfileSide side = ProfileSide::pessimistic;
  std::optional<Rational> from = {};
  /// Also converts a side to a promise at every epsilon.
  ProfilePromise(ProfileSide promised, std::optional<Rational> first = {})  // NOLINT: implicit
      : side(promised), from(std::move(first)) {}
};

enum class PlaceState { holds, fails, open };

/// The error that explains a failure: none; rounding in sums of the masses above the place; rounding in sums of all
/// masses, as in a fast Fourier transform; a larger error.
enum class FailureGrade { none, rounding, transform_rounding, beyond_rounding };

/// One of the places that together decide if the promise holds: a kink, a vertex or a line.
struct ProfilePlace {
  size_t index = 0;  ///< index (from 1) of the last atom at or below the place; 0 if there is none
  /// The values of the distribution (`stated`) and of the pair (`truth`): delta at a kink, the power at a vertex.
  Ball stated, truth;
  /// Amount by which `stated` violates the promise; not positive if the promise holds.
  Ball shortfall;
  /// The loss; nothing for the end at which epsilon tends to minus infinity.
  std::optional<Rational> loss = {};
  PlaceState state = PlaceState::open;
  FailureGrade grade = FailureGrade::none;
  /// True if `stated` and `truth` describe a whole line: B_j and 1 - f(A_j) of PROFILE-VERTICES.
  bool of_line = false;
};

/// Returns the shortfall of a failing place divided by the larger of `stated` and `truth`.
Ball relative_shortfall(const ProfilePlace& place);

struct WholeProfile {
  PlaceState state = PlaceState::open;
  std::vector<ProfilePlace> places;  ///< by index
  /// The failing place with the largest shortfall, and the one with the largest relative shortfall.
  std::optional<size_t> worst, worst_relative;
  size_t failing = 0, rounding = 0, open = 0;  ///< rounding: failures that rounding of either kind
                                               ///< explains
  FailureGrade grade = FailureGrade::none;     ///< the maximum grade of the failing places
};

/// Counts the failing and the open places of `found`, and sets the worst ones and the verdict.
void summarize_places(WholeProfile& found, bool (*proven)(bool holds));

/// Judges if the distribution satisfies its promise about the profile at every epsilon. `effort.digits` is the number
/// of digits of the first evaluation; undecided places are evaluated with more digits. Throws std::invalid_argument if
/// the masses violate the conditions of LossMasses, and Interrupted if the poll throws it.
WholeProfile judge_whole_profile(PrivacyProfile& profile, const LossMasses& masses,
                                 const ProfilePromise& promise, const Effort& effort);

/// Judges only the place with this index, to check a verdict. Doubles the digits while the place is open.
ProfilePlace judge_profile_place(PrivacyProfile& profile, const LossMasses& masses,
                                 const ProfilePromise& promise, size_t index, const Effort& effort);

}  // namespace plumbline
