/// The registered engines. To add an engine, write a file for the engine, and add one line to registry.cpp.
#pragma once

#include <deque>

#include "reference/engines/engine.hpp"

namespace plumbline {

/// Returns all engines. The order matters only if two engines have equal estimates: the earlier one is then tried
/// first.
const std::deque<EngineEntry>& engine_registry();

/// Adds an engine of the caller; the planner then considers it. Throws std::invalid_argument if an engine of this
/// name exists. Must not be called while other threads make plans.
void register_engine(const EngineEntry& entry);

/// Returns the engine of this name; null if there is none.
const EngineEntry* engine_named(const std::string& name);

}  // namespace plumbline
