/// Finds the argument at which a nonincreasing bound reaches a given height.
#pragma once

#include <functional>
#include <optional>

#include "reference/engines/engine.hpp"

namespace plumbline {

/// Encloses the smallest x >= 0 with bound(x) <= `goal`. At the upper end of the enclosure, bound(x) <= `goal` is
/// proved; at the lower end it is not, unless x = 0. Returns nothing if no x up to approximately 1e6 is proved to have
/// bound(x) <= `goal`.
std::optional<Ball> bound_root(const std::function<Ball(const Ball&)>& bound, const Rational& goal,
                               const Effort& effort, Bits bits);

}  // namespace plumbline
