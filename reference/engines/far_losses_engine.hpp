/// Answers for a composition that has, with small probability, losses far from 0, by an engine for the other losses.
#pragma once

#include "reference/composition/near_losses.hpp"
#include "reference/engines/engine.hpp"

namespace plumbline {

/// Returns an engine for the whole composition, whose near_losses() are `losses`, from an engine for `losses.near`.
std::unique_ptr<Engine> with_far_losses(const Composition& whole, NearLosses losses,
                                        std::unique_ptr<Engine> inner);

}  // namespace plumbline
