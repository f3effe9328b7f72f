/// How Ghazi and Issa 2024 evaluated Theorem 2 for thousands of steps: the probability of each type
/// (numbers of losses +eps, 0, -eps) by Stirling's leading term and a Kullback-Leibler divergence,
/// in doubles. Kept to tell what it cost: an approximation, never a bound.
#pragma once

#include <vector>

namespace plumbline {

/// delta_j, j = 0 .. k, of k steps with loss 0 of mass alpha; all types are summed, O(k^2).
std::vector<double> type_method_deltas(double epsilon, double alpha, long k);

}  // namespace plumbline
