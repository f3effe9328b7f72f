/// Renyi divergences of compositions with pairs that are known to lie between two others (irrational parameters).
#pragma once

#include <functional>
#include <optional>

#include "reference/composition/composition.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {

/// Returns an enclosure of a divergence that does not increase under data processing. `of` computes it for the two
/// compositions that enclose this one. Returns nothing if no factor lies between two other pairs.
std::optional<Extended> divergence_between(const Composition& composition, int digits,
                                           const std::function<Extended(const Composition&)>& of);

}  // namespace plumbline
