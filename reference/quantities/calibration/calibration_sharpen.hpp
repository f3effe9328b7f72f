/// Refines two values near the threshold to the requested digits.
#pragma once

#include "reference/quantities/calibration/calibration_rough.hpp"

namespace plumbline::calibrating {

/// Applies secant steps from `pair` with increasing digits; then decides the target at a decimal on either side of the
/// root.
void sharpen(Bracket& bracket, const Range& range, const HeightPair& pair, int digits);

/// Additional digits for decisions at the ends of a bracket. The height is nearly 0 there, so its sign needs more
/// digits than the result has.
inline constexpr int kMoreDigits = 3;

/// Options of bracket_beside: `wide` requests a bracket of approximately the requested width, otherwise it is as
/// narrow as possible; `digits` is the number of digits for the decisions at its ends.
struct Beside {
  bool wide;
  int digits;
};

/// Brackets the approximate root by decimals on either side.
void bracket_beside(Bracket& bracket, const Rational& root, int digits, const Beside& beside);

/// Narrows the bracket by bisection. This also works where the height has jumps or kinks and secant steps fail.
void halve(Bracket& bracket, const Range& range, int digits);

/// Finds the integer N such that one of N and N + 1 meets the target and the other does not.
void integers(Bracket& bracket, const Range& range, RoughSearch& rough);

}  // namespace plumbline::calibrating
