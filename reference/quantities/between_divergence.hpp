/// Renyi divergences of compositions with irrational parameters. The trade-off function of a step with such a parameter
/// is known to lie between those of two pairs with rational parameters.
#pragma once

#include <functional>
#include <optional>

#include "reference/composition/composition.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {

/// Returns an enclosure of a divergence that does not increase under data processing: its ends are the divergences of a
/// more private and of a less private composition. The function `of` computes the divergence of a composition. Returns
/// nothing if no factor lies between two other pairs.
std::optional<Extended> divergence_between(const Composition& composition, int digits,
                                           const std::function<Extended(const Composition&)>& of);

}  // namespace plumbline
