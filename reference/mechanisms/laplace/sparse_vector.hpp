/// Above threshold (the sparse vector technique) with Laplace noise: how likely each of its outcomes is.
#pragma once

#include <optional>
#include <vector>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// The threshold is `threshold` plus Laplace noise of scale `b_threshold`. Each query in turn gets noise of
/// scale `b_queries` (none where it is 0) and is above where it reaches the noisy threshold. Every
/// variant of Lyu, Su and Li 2017 is one of these.
struct SparseVector {
  Rational b_threshold, b_queries, threshold;
  std::optional<long> cutoff{};  ///< it stops after so many that are above
  bool redraw = false;           ///< a threshold of its own for what follows each of these
  /// Where what is above is printed with its noise: in which of the intervals between these, which
  /// increase, it is. Empty where it is not printed.
  std::vector<Rational> edges{};
};

/// The visible results of each query: 0 for below; for above 1, or which of the intervals, from 1.
using SparseOutcome = std::vector<long>;

/// All of them for so many queries; nothing where there are more than `most`.
std::optional<std::vector<SparseOutcome>> sparse_outcomes(const SparseVector& run, size_t queries,
                                                          size_t most);

/// Returns true if the outcome may end there: it answers all queries, or it stopped.
bool is_whole_outcome(const SparseVector& run, size_t queries, const SparseOutcome& seen);

/// Its probability with these answers; nothing where it is impossible.
std::optional<Ball> outcome_probability(const SparseVector& run,
                                        const std::vector<Rational>& answers,
                                        const SparseOutcome& seen, Bits p);

}  // namespace plumbline
