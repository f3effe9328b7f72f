/// Distributions on a few outcomes that a sampler is supposed to have: randomized response, and the selection of a
/// candidate.
#pragma once

#include <vector>

#include "reference/arithmetic/ball.hpp"
#include "reference/statistics/samplers/cells.hpp"

namespace plumbline {

/// Probabilities of the outcomes 0, 1, ....
using OutcomeMasses = std::vector<Ball>;

/// Returns the probabilities of the exponential mechanism, proportional to e^(epsilon s_i/2).
OutcomeMasses exponential_masses(const Rational& epsilon, const std::vector<Rational>& scores);
/// Returns the probabilities of permute-and-flip, which visits candidates in random order and returns the first that
/// a Bernoulli trial of probability e^(epsilon (s_i - max)/2) accepts.
OutcomeMasses permute_and_flip_masses(const Rational& epsilon, const std::vector<Rational>& scores);
/// Returns the probabilities of k outcomes, where outcome 0 has e^epsilon times the probability of each other
/// outcome.
OutcomeMasses response_masses(const Rational& epsilon, long k);

/// Returns the partition with one cell for each outcome, and the partition that tests the support.
std::vector<CellPartition> outcome_partitions(const OutcomeMasses& masses);
/// Returns an upper bound of the probability that two draws are equal.
UpperBound outcome_repetition(const OutcomeMasses& masses);

}  // namespace plumbline
