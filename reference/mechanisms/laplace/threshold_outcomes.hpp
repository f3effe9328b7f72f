/// Pairs of the outcomes of a sparse vector under its two lists of answers.
#pragma once

#include <vector>

#include "reference/mechanisms/laplace/sparse_vector.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline::sparse {

/// Combines all outcomes: those that are possible with one list alone have infinite loss, and those of equal loss are
/// merged.
Mechanism outcomes_together(const SparseVector& run, const std::vector<Rational>& answers,
                            const std::vector<Rational>& others,
                            const std::vector<SparseOutcome>& outcomes,
                            const std::string& expression);

/// One outcome, with all others merged.
Mechanism one_outcome(const SparseVector& run, const std::vector<Rational>& answers,
                      const std::vector<Rational>& others, const SparseOutcome& seen,
                      const std::string& expression);

}  // namespace plumbline::sparse
