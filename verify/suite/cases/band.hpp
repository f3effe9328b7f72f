/// Compares the interval that a judged method states with the true value.
#pragma once

#include <optional>
#include <utility>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// Returns true if the interval contains the true value, false if it does not, and nothing if the enclosure of the true
/// value decides neither. `band` contains the ends of the interval; they may be infinite.
std::optional<bool> band_contains(const std::pair<double, double>& band, const Ball& truth);

}  // namespace plumbline
