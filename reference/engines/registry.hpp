/// The engines there are. Adding one: its own file, and one line in registry.cpp.
#pragma once

#include <deque>

#include "reference/engines/engine.hpp"

namespace plumbline {

/// In an order that decides between equal estimates, and no more.
const std::deque<EngineEntry>& engine_registry();

/// Adds an engine of the caller's own, from then on considered by the planner. Throws
/// std::invalid_argument where there is one of this name. Not while other threads make plans.
void register_engine(const EngineEntry& entry);

/// Null where there is none.
const EngineEntry* engine_named(const std::string& name);

}  // namespace plumbline
