/// Compares a trade-off curve through points with that of a pair, on the whole range of the points. Finitely many
/// values decide.
#pragma once

#include <vector>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/comparison/whole_profile.hpp"
#include "reference/quantities/privacy_profile.hpp"

namespace plumbline {

/// Decides if the polygon is nowhere above the trade-off function f of the pair (pessimistic), or nowhere below
/// (optimistic), on the range of its alphas. In the result, `loss` of a place is the alpha of a point, or the alpha at
/// which a line begins. `stated` and `truth` are values of the polygon and of f or, for a whole line, the values at
/// alpha = 0 of the line and of the parallel tangent of f. With `points_alone` only the points are judged: if no point
/// is above f, the step function that is constant up to each point is nowhere above f either. Throws
/// std::invalid_argument if there are fewer than two points, the alphas do not increase or a number is outside [0, 1].
/// Throws Interrupted if the poll throws it.
WholeProfile judge_whole_curve(PrivacyProfile& profile, const std::vector<PolygonPoint>& points,
                               ProfileSide side, bool points_alone, const Effort& effort);

/// Judges only the place with this index, to check a verdict.
ProfilePlace judge_curve_place(PrivacyProfile& profile, const std::vector<PolygonPoint>& points,
                               ProfileSide side, bool points_alone, size_t index,
                               const Effort& effort);

}  // namespace plumbline
