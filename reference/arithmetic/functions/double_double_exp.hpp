/// e^x and e^{ix} in double-double arithmetic, with what they lose proved.
#pragma once

#include "reference/arithmetic/functions/double_double.hpp"

namespace plumbline {

/// Within kDoubleDoubleExpShares shares of e^x for -600 <= x <= 700: BOUND(DOUBLE-DOUBLE-EXP). 0 below, not a
/// number above.
DoubleDouble double_double_exp(const DoubleDouble& x);

/// Within kDoubleDoubleExpShares shares of 1 of e^{ix} for |x| <= 2^14: BOUND(DOUBLE-DOUBLE-EXP). Not numbers beyond.
ComplexDoubleDouble double_double_turn(const DoubleDouble& x);

inline constexpr double kDoubleDoubleExpShares = 8;

/// Returns the error of double_double_exp relative to its value, and of double_double_turn relative to 1, by
/// BOUND(DOUBLE-DOUBLE-EXP).
double double_double_exp_share();

}  // namespace plumbline
