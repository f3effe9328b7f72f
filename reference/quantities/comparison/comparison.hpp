/// The crossings of two privacy profiles, and their order elsewhere: certified signs of delta_1 - delta_2 over all
/// epsilon, up to a margin.
#pragma once

#include <string>
#include <vector>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/values/compared_profiles.hpp"

namespace plumbline {

/// Two convex profiles f, g on an interval [a, b] of x = e^epsilon: its width, the values of f and g at a and b, and
/// bounds of the slopes of g in it.
struct ProfileCell {
  Ball width, f_a, f_b, g_a, g_b, least_slope, most_slope;
  bool falls = true;  ///< true if f and g decrease, false if both increase
};
/// Returns an upper bound of f - g on the cell, BOUND(PROFILE-CELL): a ball whose upper end is the bound.
Ball profile_cell(const ProfileCell& cell);

/// Compares the profiles, which must have the same direction. Crossings are enclosed to effort.digits digits.
Comparison compare(PrivacyProfile& first, PrivacyProfile& second, const Effort& effort);

/// Returns the number of crossings found, with the name of the engine. The number is exact
/// if comparison.reached is true.
Certified crossing_count(const Comparison& comparison, const std::string& engine, int digits);
/// Returns the epsilon of the n-th crossing, in increasing order, with `digits` digits. Throws std::invalid_argument
/// if there are fewer crossings.
Certified certified_crossing(const Comparison& comparison, long number, const std::string& engine,
                             int digits);
Certified crossing_prior(const Certified& crossing, int digits);

/// Returns the comparison and the Delta-divergences in both orders.
FullComparison compare_fully(PrivacyProfile& first, PrivacyProfile& second, const Effort& effort);

}  // namespace plumbline
