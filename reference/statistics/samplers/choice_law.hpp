/// Promised distributions on a few outcomes: responses and selections.
#pragma once

#include <vector>

#include "reference/arithmetic/ball.hpp"
#include "reference/statistics/samplers/cells.hpp"

namespace plumbline {

/// Probabilities of the outcomes 0, 1, ....
using OutcomeMasses = std::vector<Ball>;

/// The exponential mechanism: probabilities proportional to e^(epsilon s_i/2).
OutcomeMasses exponential_masses(const Rational& epsilon, const std::vector<Rational>& scores);
/// Permute-and-flip: visits candidates in random order and returns the first that a Bernoulli trial of
/// probability e^(epsilon (s_i - max)/2) accepts.
OutcomeMasses permute_and_flip_masses(const Rational& epsilon, const std::vector<Rational>& scores);
/// k outcomes, where outcome 0 has e^epsilon times the probability of each other outcome.
OutcomeMasses response_masses(const Rational& epsilon, long k);

/// The outcomes as cells, and the support.
std::vector<CellPartition> outcome_partitions(const OutcomeMasses& masses);
/// The probability that two draws are equal.
UpperBound outcome_repetition(const OutcomeMasses& masses);

}  // namespace plumbline
