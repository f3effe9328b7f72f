/// The density of the staircase mechanism, as plotted in its papers.
#pragma once

#include "reference/values/certified.hpp"

namespace plumbline {

/// a e^{-level epsilon}, its height on a step: the density at distance [k, k + gamma) from the centre is that of level
/// k, at [k + gamma, k + 1) that of level k + 1, k = 0, 1, ...; sensitivity 1. Preconditions: epsilon > 0, 0 <= gamma
/// <= 1, level >= 0.
Certified staircase_density(const Rational& epsilon, const Rational& gamma, long level, int digits);

}  // namespace plumbline
