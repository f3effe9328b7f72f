/// Calibrates to a small delta, starting where the saddle-point approximation meets it: two or three certified heights
/// on the way, and two more that prove the bracket.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/mechanisms/neighbours/direction.hpp"
#include "reference/quantities/calibration/calibration_bracket.hpp"
#include "reference/quantities/calibration/calibration_range.hpp"

namespace plumbline::calibrating {

/// A place in the coordinate of the range, and the derivative of the height there. Doubles that bound nothing.
struct NearPlace {
  double x, slope;
};

/// The place at which the approximation has height 0. Returns nothing for other targets, and if the approximation is
/// not available.
std::optional<NearPlace> near_place(const Family& family, const Range& range,
                                    const PrivacyTarget& target, Direction direction,
                                    const Effort& effort);

/// Narrows the bracket to so many digits from there. Returns false if that does not succeed at once: the bracket then
/// contains the decisions made on the way.
bool search_near(Bracket& bracket, const Range& range, const NearPlace& place, int digits);

}  // namespace plumbline::calibrating
