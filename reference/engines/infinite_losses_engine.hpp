/// Answers for a composition whose losses may be infinite, by an engine for finite losses.
#pragma once

#include "reference/composition/infinite_losses.hpp"
#include "reference/engines/engine.hpp"

namespace plumbline {

/// Returns an engine for the whole composition from an engine for the conditional composition (null if there is
/// none).
std::unique_ptr<Engine> with_infinite_losses(const FiniteLosses& losses,
                                             std::unique_ptr<Engine> inner);

}  // namespace plumbline
