/// The registered engines. To add an engine, write its own file, and one line in registry.cpp.
#pragma once

#include <deque>

#include "reference/engines/engine.hpp"

namespace plumbline {

/// Returns all engines. Their order only decides between equal estimates.
const std::deque<EngineEntry>& engine_registry();

/// Adds an engine of the caller; the planner then considers it. Throws std::invalid_argument if an engine of this
/// name exists. Must not be called while other threads make plans.
void register_engine(const EngineEntry& entry);

/// Returns the engine of this name; null if there is none.
const EngineEntry* engine_named(const std::string& name);

}  // namespace plumbline
