/// Answers about one composition at neighbouring arguments, compared with each other.
#pragma once

#include <vector>

#include "verify/hunt/examined.hpp"

namespace plumbline {

/// Two arguments beside that of a question about delta or epsilon; none for others.
std::vector<double> neighbouring_arguments(const Setting& setting);

/// Returns the faults of the answers at three neighbouring arguments, for any truth: delta(epsilon) and
/// epsilon(delta) do not grow, and delta is convex in e^epsilon. Rounding is no find: what counts is
/// beyond 1e-6 of the value.
std::vector<Examined> held_against_each_other(const std::vector<std::vector<Examined>>& row);

}  // namespace plumbline
