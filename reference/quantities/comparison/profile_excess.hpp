/// The largest amount (shortfall) by which a distribution violates its promise about the profile of a pair, or by which
/// a curve violates its promise about the trade-off function of a pair.
#pragma once

#include <vector>

#include "reference/quantities/comparison/whole_profile.hpp"

namespace plumbline {

/// Returns an enclosure of the supremum of the shortfall over all epsilons of the promise; at least 0.
/// \param found the verdict on these masses; places where the promise holds contribute 0
/// \throws Interrupted
Ball profile_excess(PrivacyProfile& profile, const LossMasses& masses,
                    const ProfilePromise& promise, const WholeProfile& found, const Effort& effort);

/// Returns an enclosure of the supremum of the shortfall of a trade-off curve, over its lines or, with `points_alone`,
/// its points.
Ball curve_excess(PrivacyProfile& profile, const std::vector<PolygonPoint>& points,
                  ProfileSide side, bool points_alone, const WholeProfile& found,
                  const Effort& effort);

}  // namespace plumbline
