/// Pairs of the outcomes of the sparse vector technique under two lists of answers.
#pragma once

#include <vector>

#include "reference/mechanisms/laplace/sparse_vector.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline::sparse {

/// Returns the pair of all outcomes. Outcomes that are possible with only one of the two lists have infinite loss.
/// Outcomes of equal loss are merged.
Mechanism outcomes_together(const SparseVector& run, const std::vector<Rational>& answers,
                            const std::vector<Rational>& others,
                            const std::vector<SparseOutcome>& outcomes,
                            const std::string& expression);

/// Returns the pair of one outcome and the union of all others.
Mechanism one_outcome(const SparseVector& run, const std::vector<Rational>& answers,
                      const std::vector<Rational>& others, const SparseOutcome& seen,
                      const std::string& expression);

}  // namespace plumbline::sparse
