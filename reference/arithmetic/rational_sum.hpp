/// Sums of many rational numbers.
#pragma once

#include <vector>

#include "reference/arithmetic/rational.hpp"

namespace plumbline {

/// Returns the exact sum; 0 of no terms. Adds by halves: the denominator of a partial sum is about as long as those of
/// its terms together, so that one term after another would take time quadratic in their number.
Rational rational_sum(std::vector<Rational> terms);

}  // namespace plumbline
