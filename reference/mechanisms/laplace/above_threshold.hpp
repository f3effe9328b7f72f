/// Above threshold (the sparse vector technique) on two given lists of answers.
#pragma once

#include "reference/mechanisms/laplace/sparse_vector.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

/// Returns the pair of the outcomes with `answers` (P) and with `others` (Q): all outcomes or, if `seen` is not
/// empty, that outcome and the rest. Outcomes whose losses agree to approximately thirty digits are merged; this is a
/// post-processing of the output. Throws std::invalid_argument (parameter, value, remedy).
Mechanism above_threshold(const SparseVector& run, const std::vector<Rational>& answers,
                          const std::vector<Rational>& others, const SparseOutcome& seen);

/// The registry entry.
MechanismEntry above_threshold_entry();

}  // namespace plumbline
