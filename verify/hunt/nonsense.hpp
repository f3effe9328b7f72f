/// Compares answers about one composition at neighbouring arguments.
#pragma once

#include <vector>

#include "verify/hunt/examined.hpp"

namespace plumbline {

/// Two arguments next to that of a question about delta or epsilon; none for others.
std::vector<double> neighbouring_arguments(const Setting& setting);

/// Returns the faults of the answers at three neighbouring arguments that contradict every true value: delta(epsilon)
/// and epsilon(delta) do not increase, and delta is convex in e^epsilon. Only errors beyond 1e-6 of the value count,
/// because of rounding.
std::vector<Examined> held_against_each_other(const std::vector<std::vector<Examined>>& row);

}  // namespace plumbline
