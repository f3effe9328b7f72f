/// From two values near the threshold to as many digits as are asked.
#pragma once

#include "reference/quantities/calibration/calibration_rough.hpp"

namespace plumbline::calibrating {

/// Secant steps with as many digits as are known so far; then a decimal on either side.
void sharpen(Bracket& bracket, const Range& range, const HeightPair& pair, int digits);

/// Where secants are misled (steps and kinks), halving is not.
void halve(Bracket& bracket, const Range& range, int digits);

/// N meets and N + 1 does not, or the other way round.
void integers(Bracket& bracket, const Range& range, RoughSearch& rough);

}  // namespace plumbline::calibrating
