/// e^x and e^{ix} in double-double arithmetic, with proved rounding errors.
#pragma once

#include "reference/arithmetic/functions/double_double.hpp"

namespace plumbline {

/// Returns e^x with a relative error of at most kDoubleDoubleExpShares * kDoubleDoubleShare for -600 <= x <= 700:
/// BOUND(DOUBLE-DOUBLE-EXP). Returns 0 below this range and NaN above it.
DoubleDouble double_double_exp(const DoubleDouble& x);

/// Returns e^{ix} with an error of at most kDoubleDoubleExpShares * kDoubleDoubleShare for |x| <= 2^14:
/// BOUND(DOUBLE-DOUBLE-EXP). Returns NaN beyond this range.
ComplexDoubleDouble double_double_turn(const DoubleDouble& x);

inline constexpr double kDoubleDoubleExpShares = 8;

/// Returns the error of double_double_exp relative to its value, and that of double_double_turn relative to 1:
/// BOUND(DOUBLE-DOUBLE-EXP).
double double_double_exp_share();

}  // namespace plumbline
