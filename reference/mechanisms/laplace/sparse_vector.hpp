/// Above threshold (the sparse vector technique) with Laplace noise: the probabilities of its outcomes.
#pragma once

#include <optional>
#include <vector>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// The noisy threshold is `threshold` plus Laplace noise of scale `b_threshold`. Each answer receives noise of scale
/// `b_queries` (none if it is 0). A query is above the threshold if its noisy answer is at least the noisy threshold.
/// Every variant of Lyu, Su and Li 2017 has this form.
struct SparseVector {
  Rational b_threshold, b_queries, threshold;
  std::optional<long> cutoff{};  ///< stops after this number of queries above the threshold
  bool redraw = false;  ///< draws a new noisy threshold after each query above the threshold
  /// Increasing ends of intervals, if noisy values above the threshold are released. The outcome names the interval
  /// that contains the value. Empty if the values are not released.
  std::vector<Rational> edges{};
};

/// The visible result of each query: 0 if below the threshold; otherwise 1, or the index of the interval, from 1.
using SparseOutcome = std::vector<long>;

/// Returns all outcomes for this number of queries; nothing if there are more than `most`.
std::optional<std::vector<SparseOutcome>> sparse_outcomes(const SparseVector& run, size_t queries,
                                                          size_t most);

/// Returns true if the outcome is complete: it answers all queries, or the mechanism stopped.
bool is_whole_outcome(const SparseVector& run, size_t queries, const SparseOutcome& seen);

/// Returns the probability of the outcome for these answers; nothing if the outcome is impossible.
std::optional<Ball> outcome_probability(const SparseVector& run,
                                        const std::vector<Rational>& answers,
                                        const SparseOutcome& seen, Bits p);

}  // namespace plumbline
