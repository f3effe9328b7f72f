/// (xi, rho)-concentrated differential privacy: a bound of Renyi divergences, not a mechanism.
#pragma once

#include <optional>

#include "reference/composition/concentrated_runs.hpp"
#include "reference/quantities/comparison/chernoff.hpp"

namespace plumbline {

/// Returns an upper bound of delta(epsilon) for all mechanisms with this guarantee, from the Renyi divergence at the
/// best order; if `moved`, at another order (for an independent check). Returns nothing unless the bound is below
/// approximately e^log_wanted. Throws std::invalid_argument unless rho > 0 and xi >= 0.
std::optional<ChernoffBound> concentrated_ceiling(const ConcentratedRuns& runs,
                                                  const Rational& epsilon, double log_wanted,
                                                  bool moved);

}  // namespace plumbline
