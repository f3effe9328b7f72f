/// What `auto` stands for: engines in the order of what they cost; the next one is tried where one does
/// not reach the digits asked.
#pragma once

#include "reference/engines/planner.hpp"

namespace plumbline {

/// One or more engines, each covering the composition, in order of preference for many digits.
std::unique_ptr<Engine> make_fallback(const Composition& composition, std::vector<Planned> engines);

/// Whether the engine chooses others for each answer, so that no engine was asked for by name.
bool chooses_engines(const Engine& engine);

}  // namespace plumbline
