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

/// Returns the bound of the relative error of double_double_exp, which is also the bound of the absolute error of
/// double_double_turn: BOUND(DOUBLE-DOUBLE-EXP).
double double_double_exp_share();

}  // namespace plumbline
