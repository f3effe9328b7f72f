/// Renyi divergences of compositions with irrational parameters: such a pair is known to lie between two pairs with
/// rational parameters.
#pragma once

#include <functional>
#include <optional>

#include "reference/composition/composition.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {

/// Returns an enclosure of a divergence that does not increase under data processing, from its values `of` two
/// compositions that enclose this one. Returns nothing if no factor lies between two other pairs.
std::optional<Extended> divergence_between(const Composition& composition, int digits,
                                           const std::function<Extended(const Composition&)>& of);

}  // namespace plumbline
