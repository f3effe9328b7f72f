/// A pair of finitely many losses that dominates what a few points of a symmetric profile are known of.
#pragma once

#include <vector>

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

/// delta is at most this, forward and in reverse.
struct ProfilePoint {
  Rational epsilon, delta;
};

/// PROFILE-HULL of points from epsilon = 0 on, in increasing order, two at least.
Mechanism hull_of_profile(const std::vector<ProfilePoint>& points, const std::string& expression);

}  // namespace plumbline
