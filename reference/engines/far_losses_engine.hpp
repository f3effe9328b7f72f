/// Answers about a composition whose losses may be far from 0, rarely, from an engine for those that are not.
#pragma once

#include "reference/composition/near_losses.hpp"
#include "reference/engines/engine.hpp"

namespace plumbline {

/// Answers about the whole, whose near_losses() are `losses`, from an engine for `losses.near`.
std::unique_ptr<Engine> with_far_losses(const Composition& whole, NearLosses losses,
                                        std::unique_ptr<Engine> inner);

}  // namespace plumbline
