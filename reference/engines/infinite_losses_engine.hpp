/// Answers for a composition whose losses may be infinite, by an engine for finite losses.
#pragma once

#include "reference/composition/infinite_losses.hpp"
#include "reference/engines/engine.hpp"

namespace plumbline {

/// Returns an engine for the whole composition. `inner` is an engine for the composition conditioned on finite
/// losses; null if the loss is never finite.
std::unique_ptr<Engine> with_infinite_losses(const FiniteLosses& losses,
                                             std::unique_ptr<Engine> inner);

}  // namespace plumbline
