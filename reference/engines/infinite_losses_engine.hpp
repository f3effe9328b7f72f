/// Answers about a composition whose losses may be infinite, from an engine for those that are not.
#pragma once

#include "reference/composition/infinite_losses.hpp"
#include "reference/engines/engine.hpp"

namespace plumbline {

/// Answers about the whole from an engine for the conditional (null if there is none).
std::unique_ptr<Engine> with_infinite_losses(const FiniteLosses& losses,
                                             std::unique_ptr<Engine> inner);

}  // namespace plumbline
