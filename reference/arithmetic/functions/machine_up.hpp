/// Doubles that are not below a number: what errors of sums in doubles are kept in.
#pragma once

#include <cmath>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// Makes up for the roundings of a sum of 2^30 doubles that are not negative, and of their terms.
inline constexpr double kMachineUp = 1 + 0x1p-20;

/// Not below |x| for any x of the ball, within a millionth; infinite where nothing is known.
inline double machine_up(const UpperBound& x) {
  if (!x.is_finite()) return HUGE_VAL;
  constexpr double kLeast = 0x1p-1000;  // what is below the least double counts as this
  return x.ball(Bits{64}).approximate() * kMachineUp + kLeast;
}
inline double machine_up(const Ball& x) { return machine_up(UpperBound::of(x)); }

}  // namespace plumbline
