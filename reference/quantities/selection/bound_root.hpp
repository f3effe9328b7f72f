/// Where a bound that does not increase has a given height.
#pragma once

#include <functional>
#include <optional>

#include "reference/engines/engine.hpp"

namespace plumbline {

/// The smallest x >= 0 where bound(x) is at most `goal`, enclosed by the bound's sign on both sides.
/// Nothing where it is not found.
std::optional<Ball> bound_root(const std::function<Ball(const Ball&)>& bound, const Rational& goal,
                               const Effort& effort, Bits bits);

}  // namespace plumbline
