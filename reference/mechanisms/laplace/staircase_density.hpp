/// The density of the staircase mechanism, as plotted in its papers.
#pragma once

#include "reference/values/certified.hpp"

namespace plumbline {

/// Returns a e^{-level epsilon}, the density on the step with number `level`, for sensitivity 1; a is the density at
/// the centre. For k = 0, 1, ..., the density at distance [k, k + gamma) from the centre is that of level k, and at [k
/// + gamma, k + 1) that of level k + 1. Preconditions: epsilon > 0, 0 <= gamma <= 1, level >= 0.
Certified staircase_density(const Rational& epsilon, const Rational& gamma, long level, int digits);

}  // namespace plumbline
