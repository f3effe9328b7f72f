/// The largest amount by which a distribution is on the wrong side of the profile of a pair, or a trade-off curve on
/// the wrong side of its trade-off function.
#pragma once

#include <vector>

#include "reference/quantities/comparison/whole_profile.hpp"

namespace plumbline {

/// Returns an enclosure of the supremum of the shortfall over every epsilon of the promise, at least 0.
/// \param found the verdict on these masses; the supremum is 0 at places where the promise holds
/// \throws Interrupted
Ball profile_excess(PrivacyProfile& profile, const LossMasses& masses,
                    const ProfilePromise& promise, const WholeProfile& found, const Effort& effort);

/// Returns an enclosure of the supremum for a trade-off curve, over its lines or, with `points_alone`, its points.
Ball curve_excess(PrivacyProfile& profile, const std::vector<PolygonPoint>& points,
                  ProfileSide side, bool points_alone, const WholeProfile& found,
                  const Effort& effort);

}  // namespace plumbline
