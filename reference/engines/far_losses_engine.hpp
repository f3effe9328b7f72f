/// Answers for a composition in which losses far from 0 have a small probability, by an engine for the other losses.
#pragma once

#include "reference/composition/near_losses.hpp"
#include "reference/engines/engine.hpp"

namespace plumbline {

/// Returns an engine for the composition `whole`. `losses` must be near_losses() of it, and `inner` an engine for
/// `losses.near`.
std::unique_ptr<Engine> with_far_losses(const Composition& whole, NearLosses losses,
                                        std::unique_ptr<Engine> inner);

}  // namespace plumbline
