/// Pairs of the outcomes of a sparse vector that its two lists of answers have.
#pragma once

#include <vector>

#include "reference/mechanisms/laplace/sparse_vector.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline::sparse {

/// Joins all outcomes: those that are possible with one list alone have infinite loss, and those of
/// equal loss are seen together.
Mechanism outcomes_together(const SparseVector& run, const std::vector<Rational>& answers,
                            const std::vector<Rational>& others,
                            const std::vector<SparseOutcome>& outcomes,
                            const std::string& expression);

/// One outcome and all others together.
Mechanism one_outcome(const SparseVector& run, const std::vector<Rational>& answers,
                      const std::vector<Rational>& others, const SparseOutcome& seen,
                      const std::string& expression);

}  // namespace plumbline::sparse
