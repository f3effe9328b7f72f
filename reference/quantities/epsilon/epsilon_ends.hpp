/// Bounds of epsilon at a given delta D, which are known without a search or complete the result of a search.
#pragma once

#include "reference/values/certified.hpp"

namespace plumbline {

/// Returns max(0, epsilon): the smallest epsilon >= 0 that satisfies (epsilon, D)-DP.
Certified nonnegative_part(const Certified& epsilon);

/// Returns a lower bound of epsilon that holds for every mechanism, D in (0, 1).
Rational least_epsilon(const Rational& D);

/// Returns the bounds of epsilon at D that hold without a computation: the lower bound least_epsilon(D), and no upper
/// bound.
Certified certain_epsilon(const Rational& D, const std::string& engine);

/// Returns max(0, epsilon) at D from comparisons of delta with D that the caller must have proved: delta(lo) > D (or
/// lo = 0), delta(hi) <= D. Throws Contradiction if hi < lo.
Certified epsilon_between(const Rational& lo, const Rational& hi, const std::string& engine,
                          int digits);

}  // namespace plumbline
