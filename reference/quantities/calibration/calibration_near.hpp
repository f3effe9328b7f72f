/// A calibration to a small delta from where the saddle-point approximation meets it: two or three certified
/// heights on the way, and two more that prove the bracket.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/mechanisms/neighbours/direction.hpp"
#include "reference/quantities/calibration/calibration_bracket.hpp"
#include "reference/quantities/calibration/calibration_range.hpp"

namespace plumbline::calibrating {

/// A place in the range's coordinate, and how the height changes there. Doubles that bound nothing.
struct NearPlace {
  double x, slope;
};

/// Where the approximation has a height of 0. Nothing for other targets, and where it does not say.
std::optional<NearPlace> near_place(const Family& family, const Range& range,
                                    const PrivacyTarget& target, Direction direction,
                                    const Effort& effort);

/// Narrows the bracket to so many digits from there. False where that does not lead there at once: the bracket
/// is what was decided on the way.
bool search_near(Bracket& bracket, const Range& range, const NearPlace& place, int digits);

}  // namespace plumbline::calibrating
