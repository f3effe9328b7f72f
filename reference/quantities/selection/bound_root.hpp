/// Finds the argument at which a nonincreasing bound reaches a given height.
#pragma once

#include <functional>
#include <optional>

#include "reference/engines/engine.hpp"

namespace plumbline {

/// Encloses the smallest x >= 0 with bound(x) <= `goal`, between points where the sign of bound - goal is decided.
/// Returns nothing if the search fails.
std::optional<Ball> bound_root(const std::function<Ball(const Ball&)>& bound, const Rational& goal,
                               const Effort& effort, Bits bits);

}  // namespace plumbline
