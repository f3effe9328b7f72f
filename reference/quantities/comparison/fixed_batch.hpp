/// Bounds several steps on batches of fixed size by their Renyi divergences. This bound is cheap; the alternative
/// composes the pair `without_replacement` on a lattice.
#pragma once

#include <optional>

#include "reference/composition/runs_of_a_class.hpp"
#include "reference/quantities/comparison/chernoff.hpp"

namespace plumbline {

/// Returns an upper bound of K*(c) - 1 for c > 1, where K*(c) = E_P[e^{cL}] is the transform of the dominating pair of
/// one step, and L its loss.
Ball fixed_batch_moment(const BatchRuns& runs, double c, Bits p);

/// Returns an upper bound of delta(epsilon) for both directions; nothing if it is not below
/// approximately e^log_wanted. If `moved`, the bound uses another order, for an independent check. Throws
/// std::invalid_argument unless 0 < batch < n.
std::optional<ChernoffBound> fixed_batch_ceiling(const BatchRuns& runs, const Rational& epsilon,
                                                 double log_wanted, bool moved);

}  // namespace plumbline
