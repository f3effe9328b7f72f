/// Above threshold (the sparse vector technique) on two given lists of answers.
#pragma once

#include "reference/mechanisms/laplace/sparse_vector.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

/// Returns the pair of the laws of the outcome, for the answers `answers` (P) and `others` (Q). If `seen` is not empty,
/// only the outcome `seen` and the union of all other outcomes are distinguished. Outcomes whose losses agree to
/// approximately thirty digits are merged; this is a post-processing of the output. Throws std::invalid_argument on
/// invalid parameters; the message names the parameter, its value and the remedy.
Mechanism above_threshold(const SparseVector& run, const std::vector<Rational>& answers,
                          const std::vector<Rational>& others, const SparseOutcome& seen);

/// The registry entry.
MechanismEntry above_threshold_entry();

}  // namespace plumbline
