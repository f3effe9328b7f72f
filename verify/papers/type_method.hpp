/// The method by which Ghazi and Issa (2024) evaluate their Theorem 2 for thousands of steps: the probability of each
/// type (numbers of losses +eps, 0, -eps) by Stirling's leading term and a Kullback-Leibler divergence, in doubles.
/// This implementation serves to measure the error and the time of their method. Its values are approximations, never
/// bounds.
#pragma once

#include <vector>

namespace plumbline {

/// Returns delta_j, j = 0 .. k, for k steps whose loss is 0 with probability alpha. Sums over all types in time O(k^2).
std::vector<double> type_method_deltas(double epsilon, double alpha, long k);

}  // namespace plumbline
