/// Sums of many rational numbers.
#pragma once

#include <vector>

#include "reference/arithmetic/rational.hpp"

namespace plumbline {

/// Returns the exact sum; 0 for no terms. Adds the halves recursively: the denominator of a partial sum is
/// approximately as long as those of its terms together, so that sequential addition would take quadratic time.
Rational rational_sum(std::vector<Rational> terms);

}  // namespace plumbline
