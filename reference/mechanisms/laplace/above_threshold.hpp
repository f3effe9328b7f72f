/// Above threshold (the sparse vector technique) on two given lists of answers.
#pragma once

#include "reference/mechanisms/laplace/sparse_vector.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

/// Returns the pair of the outcomes with `answers` (P) and with `others` (Q): all outcomes, or, where `seen`
/// is not empty, that one and any other. Outcomes whose losses agree to some thirty digits
/// are taken for one, which is a processing of what is seen.
/// Throws std::invalid_argument (parameter, value, remedy).
Mechanism above_threshold(const SparseVector& run, const std::vector<Rational>& answers,
                          const std::vector<Rational>& others, const SparseOutcome& seen);

/// For the registry.
MechanismEntry above_threshold_entry();

}  // namespace plumbline
