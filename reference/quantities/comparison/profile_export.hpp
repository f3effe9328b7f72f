/// Certified discretised distributions: masses on a grid of losses whose profile is at least, or at most, that of a
/// pair.
#pragma once

#include <vector>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/comparison/whole_profile.hpp"
#include "reference/quantities/privacy_profile.hpp"

namespace plumbline {

struct ExportRequest {
  ProfileSide side = ProfileSide::pessimistic;
  Rational step;       ///< step of the grid, positive
  Rational tail;       ///< in (0, 1): the part of delta that may lie beyond the grid at either end
  Rational reserve{};  ///< added to the mass of infinite loss of a pessimistic distribution
};

/// Returns the distribution on the multiples of the step that is proved to be on its side of the profile
/// (PROFILE-EXPORT-UP, PROFILE-EXPORT-DOWN), with the range that the tail requires. Throws std::invalid_argument if
/// the request is out of its domain, or the grid would have more than 2^20 losses; Interrupted.
GridMasses export_profile(PrivacyProfile& profile, const ExportRequest& request,
                          const Effort& effort);

}  // namespace plumbline
