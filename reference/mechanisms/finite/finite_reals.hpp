/// Pairs of two lists of probabilities, some of which are irrational.
#pragma once

#include <string>
#include <vector>

#include "reference/arithmetic/numbers/number_sum.hpp"
#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

/// Returns the pair of two distributions on the same outcomes, given by their lists of probabilities. Throws
/// std::invalid_argument on numbers out of range, and if equality of two losses is not decided.
Mechanism finite_pair_of_reals(const std::vector<NumberSum>& P, const std::vector<NumberSum>& Q,
                               const std::string& expression);

/// Returns the worst (epsilon, delta)-DP pair.
Mechanism approximate_dp_of_reals(const Real& epsilon, const Real& delta,
                                  const std::string& expression);

}  // namespace plumbline
