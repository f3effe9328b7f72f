/// A discretised privacy loss distribution against a pair, at every epsilon at once: finitely many values decide.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "reference/arithmetic/ball.hpp"
#include "reference/values/loss_masses.hpp"

namespace plumbline {

struct Effort;
class PrivacyProfile;

/// The promise of a distribution: a profile on its side of the pair's
/// at every real epsilon, or at every epsilon from one on.
struct ProfilePromise {
  ProfileSide side = ProfileSide::pessimistic;
  std::optional<Rational> from = {};
  ProfilePromise(ProfileSide promised, std::optional<Rational> first = {})  // NOLINT: a side is one
      : side(promised), from(std::move(first)) {}
};

enum class PlaceState { holds, fails, open };

/// The largest error that explains a failure: none; sums of the doubles above the place; sums of all doubles, as
/// a fast Fourier transform makes them; more than these.
enum class FailureGrade { none, rounding, transform_rounding, beyond_rounding };

/// One of the places that decide.
struct ProfilePlace {
  size_t index = 0;    ///< of the atom at or next below the place, from 1; 0 where there is none
  Ball stated, truth;  ///< delta at the kink; for optimistic the power at the vertex
  Ball shortfall;      ///< how far `stated` is on the wrong side; not positive where it holds
  /// The loss; none for the end where epsilon falls to minus infinity.
  std::optional<Rational> loss = {};
  PlaceState state = PlaceState::open;
  FailureGrade grade = FailureGrade::none;
};

/// The shortfall beside the larger of the two numbers, of a place that fails.
Ball relative_shortfall(const ProfilePlace& place);

struct WholeProfile {
  PlaceState state = PlaceState::open;
  std::vector<ProfilePlace> places;  ///< by index
  /// The failing place of largest shortfall, and that of the largest relative one.
  std::optional<size_t> worst, worst_relative;
  size_t failing = 0, rounding = 0, open = 0;  ///< rounding: of either kind
  FailureGrade grade = FailureGrade::none;     ///< the gravest of the failing places
};

/// Counts the failing and open places of `found`, and states the worst ones and the verdict.
void summarize_places(WholeProfile& found, bool (*proven)(bool holds));

/// Judges whether the distribution is on its side of the profile at every epsilon of the promise. `effort.digits` are those
/// of a first look; what that leaves open is looked at with more. Throws std::invalid_argument where the masses are
/// not as LossMasses says; Interrupted.
WholeProfile judge_whole_profile(PrivacyProfile& profile, const LossMasses& masses,
                                 const ProfilePromise& promise, const Effort& effort);

}  // namespace plumbline
