/// The registered engines. To add one, write its own file, and one line in registry.cpp.
#pragma once

#include <deque>

#include "reference/engines/engine.hpp"

namespace plumbline {

/// The engines in an order that only decides between equal estimates.
const std::deque<EngineEntry>& engine_registry();

/// Adds an engine of the caller, which the planner then considers. Throws std::invalid_argument if there is already one
/// of this name. Must not be called while other threads make plans.
void register_engine(const EngineEntry& entry);

/// Returns null if there is none.
const EngineEntry* engine_named(const std::string& name);

}  // namespace plumbline
