/// Where two privacy profiles cross, and which is the larger elsewhere: certified signs of
/// delta_1 - delta_2 over all epsilon, up to a margin.
#pragma once

#include <string>
#include <vector>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/values/compared_profiles.hpp"

namespace plumbline {

/// Two convex profiles f, g on a cell of x = e^epsilon: their values at its ends a, b, its width,
/// and bounds of the slopes of g in it.
struct ProfileCell {
  Ball width, f_a, f_b, g_a, g_b, least_slope, most_slope;
  bool falls = true;  ///< both fall (else both rise)
};
/// At least f - g on the cell, BOUND(PROFILE-CELL): a ball whose upper end is the bound.
Ball profile_cell(const ProfileCell& cell);

/// Both profiles in the same direction. Crossings are isolated to effort.digits.
Comparison compare(PrivacyProfile& first, PrivacyProfile& second, const Effort& effort);

/// How many crossings were found, by an engine of that name: exact where the comparison is reached.
Certified crossing_count(const Comparison& comparison, const std::string& engine, int digits);
/// The epsilon of the n-th crossing, from below, and its prior to so many digits. Throws
/// std::invalid_argument where there are fewer.
Certified certified_crossing(const Comparison& comparison, long number, const std::string& engine,
                             int digits);
Certified crossing_prior(const Certified& crossing, int digits);

/// Returns both.
FullComparison compare_fully(PrivacyProfile& first, PrivacyProfile& second, const Effort& effort);

}  // namespace plumbline
