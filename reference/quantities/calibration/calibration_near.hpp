/// Calibrates to a small delta. The search starts where the saddle-point approximation meets the target. Two or three
/// certified heights (TargetJudge::height) improve the start, and two more prove the bracket.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/mechanisms/neighbours/direction.hpp"
#include "reference/quantities/calibration/calibration_bracket.hpp"
#include "reference/quantities/calibration/calibration_range.hpp"

namespace plumbline::calibrating {

/// A value in the coordinate x of Range, and the derivative of the height there. Heuristic doubles, not bounds.
struct NearPlace {
  double x, slope;
};

/// Returns the value at which the saddle-point approximation meets the target with equality. Returns nothing if the
/// target is not a small delta, or the approximation is not available.
std::optional<NearPlace> near_place(const Family& family, const Range& range,
                                    const PrivacyTarget& target, Direction direction,
                                    const Effort& effort);

/// Narrows the bracket from `place` to `digits` digits. Returns false if a few steps do not suffice; the bracket then
/// contains the decisions so far.
bool search_near(Bracket& bracket, const Range& range, const NearPlace& place, int digits);

}  // namespace plumbline::calibrating
