/// Doubles that are upper bounds of numbers, for the errors of sums in doubles.
#pragma once

#include <cmath>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// Factor that compensates the rounding errors of a sum of 2^30 nonnegative doubles and of its terms.
inline constexpr double kMachineUp = 1 + 0x1p-20;

/// Returns an upper bound of |x| over the ball, with a relative excess of at most 10^-6 and an additional 2^-1000;
/// infinite if nothing is known.
inline double machine_up(const UpperBound& x) {
  if (!x.is_finite()) return HUGE_VAL;
  constexpr double kLeast = 0x1p-1000;  // added because a smaller bound could become 0 as a double
  return x.ball(Bits{64}).approximate() * kMachineUp + kLeast;
}
inline double machine_up(const Ball& x) { return machine_up(UpperBound::of(x)); }

}  // namespace plumbline
