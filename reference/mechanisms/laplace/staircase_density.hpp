/// The density of the staircase mechanism, as plotted in its papers.
#pragma once

#include "reference/values/certified.hpp"

namespace plumbline {

/// Returns a e^{-level epsilon}, the density on the step with number `level`, for sensitivity 1; a is the density at
/// the centre. For k = 0, 1, ..., the step at distance [k, k + gamma) from the centre has level k, and the step at
/// distance [k + gamma, k + 1) has level k + 1. Preconditions: epsilon > 0, 0 <= gamma <= 1, level >= 0.
Certified staircase_density(const Rational& epsilon, const Rational& gamma, long level, int digits);

}  // namespace plumbline
