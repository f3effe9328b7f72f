/// Constructs a dominating pair for a mechanism with equal profiles in both directions. The profile is bounded at a few
/// points and, at every epsilon, by the profile of a Gaussian pair.
#pragma once

#include <vector>

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

/// A point at which delta is an upper bound, forward and in reverse.
struct ProfilePoint {
  Rational epsilon, delta;
};

/// Returns the pair of PROFILE-HULL and HULL-TAIL. `points` are at least two equidistant points from epsilon = 0 on,
/// the last with positive delta. N(0, 1) against N(mu, 1) must also dominate the mechanism; the profile beyond the
/// points is that of this pair.
Mechanism hull_with_tail(const std::vector<ProfilePoint>& points, const Rational& mu_squared,
                         const std::string& expression);

}  // namespace plumbline
