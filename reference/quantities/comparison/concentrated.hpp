/// (xi, rho)-concentrated differential privacy: a bound of Renyi divergences, and no mechanism.
#pragma once

#include <optional>

#include "reference/composition/concentrated_runs.hpp"
#include "reference/quantities/comparison/chernoff.hpp"

namespace plumbline {

/// An upper bound of their delta(epsilon), from another order if `moved`. Nothing unless below
/// e^log_wanted, roughly. Throws std::invalid_argument unless rho > 0 and xi >= 0.
std::optional<ChernoffBound> concentrated_ceiling(const ConcentratedRuns& runs,
                                                  const Rational& epsilon, double log_wanted,
                                                  bool moved);

}  // namespace plumbline
