/// Refines two values near the threshold to the requested digits.
#pragma once

#include "reference/quantities/calibration/calibration_rough.hpp"

namespace plumbline::calibrating {

/// Applies secant steps, each with as many digits as are known so far; then evaluates a decimal on either side.
void sharpen(Bracket& bracket, const Range& range, const HeightPair& pair, int digits);

/// Additional digits for a decision at the ends of a bracket. They resolve a few units of the penultimate place.
inline constexpr int kMoreDigits = 3;

/// Options of bracket_beside: `wide` requests a bracket of approximately the requested width, otherwise it is as
/// narrow as possible; `digits` is the number of digits for the decisions at its ends.
struct Beside {
  bool wide;
  int digits;
};

/// Brackets the approximate root by decimals on either side.
void bracket_beside(Bracket& bracket, const Rational& root, int digits, const Beside& beside);

/// Bisects, which works where secants fail (steps and kinks).
void halve(Bracket& bracket, const Range& range, int digits);

/// Finds the integer N that meets the target while N + 1 does not, or the reverse.
void integers(Bracket& bracket, const Range& range, RoughSearch& rough);

}  // namespace plumbline::calibrating
