/// What bounds several steps on batches of fixed size, by their Renyi divergences: cheap, where the
/// pair `without_replacement` is composed on a lattice.
#pragma once

#include <optional>

#include "reference/quantities/comparison/chernoff.hpp"

namespace plumbline {

/// `runs` steps of without_replacement(sigma=, n=, batch=, sensitivity=).
struct BatchRuns {
  Rational sigma, n, batch, sensitivity, runs;
};

/// At least K*(c) - 1 of its pair, c > 1.
Ball fixed_batch_moment(const BatchRuns& runs, double c, Bits p);

/// An upper bound of delta(epsilon) in either direction, from another order if `moved`. Nothing
/// unless below e^log_wanted, roughly. Throws std::invalid_argument unless 0 < batch < n.
std::optional<ChernoffBound> fixed_batch_ceiling(const BatchRuns& runs, const Rational& epsilon,
                                                 double log_wanted, bool moved);

}  // namespace plumbline
