/// The engine `auto`: tries engines in the order of their costs until one reaches the requested digits.
#pragma once

#include "reference/engines/planner.hpp"

namespace plumbline {

/// Combines one or more engines that cover the composition. `engines` is in order of preference for answers of many
/// digits.
std::unique_ptr<Engine> make_fallback(const Composition& composition, std::vector<Planned> engines);

/// Returns true if make_fallback() made the engine: it chooses among other engines for each answer, because none was
/// requested by name.
bool chooses_engines(const Engine& engine);

}  // namespace plumbline
