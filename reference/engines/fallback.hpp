/// What `auto` stands for: the engines that cover a composition, in the order in which they are
/// expected to reach the digits asked; the next one is tried where one does not.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// `entries` in order of preference, one or more, each covering the composition.
std::unique_ptr<Engine> make_fallback(const Composition& composition,
                                      std::vector<const EngineEntry*> entries);

}  // namespace plumbline
