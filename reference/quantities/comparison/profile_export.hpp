/// Certified discretised distributions: masses on a grid of losses, with a profile that is at least, or at most, that
/// of a pair.
#pragma once

#include <vector>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/comparison/whole_profile.hpp"
#include "reference/quantities/privacy_profile.hpp"

namespace plumbline {

struct ExportRequest {
  ProfileSide side = ProfileSide::pessimistic;
  Rational step;  ///< step of the grid, positive
  /// The largest difference of delta from its limit at either end of the grid, in (0, 1).
  Rational tail;
  Rational reserve{};  ///< added to the mass of infinite loss of a pessimistic distribution
};

/// Returns a distribution on multiples of the step, in the range that the tail requires. Its profile is proved to be at
/// least (or at most) that of the pair: PROFILE-EXPORT-UP, PROFILE-EXPORT-DOWN. Throws std::invalid_argument if the
/// request is out of its domain, or the grid would have more than 2^20 losses. Throws Interrupted if the poll throws
/// it.
GridMasses export_profile(PrivacyProfile& profile, const ExportRequest& request,
                          const Effort& effort);

}  // namespace plumbline
