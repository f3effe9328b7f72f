/// From two values near the threshold to as many digits as are asked.
#pragma once

#include "reference/quantities/calibration/calibration_rough.hpp"

namespace plumbline::calibrating {

/// Secant steps with as many digits as are known so far; then a decimal on either side.
void sharpen(Bracket& bracket, const Range& range, const HeightPair& pair, int digits);

/// Beyond those of a bracket's ends, for a decision there: a few units of their last place but one are seen.
inline constexpr int kMoreDigits = 3;

/// A bracket about as wide as was requested, or as narrow as is available, and the digits that are to decide at its ends.
struct Beside {
  bool wide;
  int digits;
};

/// A decimal on either side of what is about the root.
void bracket_beside(Bracket& bracket, const Rational& root, int digits, const Beside& beside);

/// Where secants are misled (steps and kinks), halving is not.
void halve(Bracket& bracket, const Range& range, int digits);

/// N meets and N + 1 does not, or the other way round.
void integers(Bracket& bracket, const Range& range, RoughSearch& rough);

}  // namespace plumbline::calibrating
