/// Refines two values near the threshold to the requested digits.
#pragma once

#include "reference/quantities/calibration/calibration_rough.hpp"

namespace plumbline::calibrating {

/// Secant steps with as many digits as are known so far; then a decimal on either side.
void sharpen(Bracket& bracket, const Range& range, const HeightPair& pair, int digits);

/// Additional digits for a decision at the ends of a bracket, so that a few units of their penultimate place are
/// resolved.
inline constexpr int kMoreDigits = 3;

/// A bracket of approximately the requested width, or as narrow as is available, and the digits for the decisions at
/// its ends.
struct Beside {
  bool wide;
  int digits;
};

/// Brackets the approximate root by decimals on either side.
void bracket_beside(Bracket& bracket, const Rational& root, int digits, const Beside& beside);

/// Bisects, which works where secants fail (steps and kinks).
void halve(Bracket& bracket, const Range& range, int digits);

/// Finds the integer N that meets the target while N + 1 does not, or the other way round.
void integers(Bracket& bracket, const Range& range, RoughSearch& rough);

}  // namespace plumbline::calibrating
