/// The mechanisms there are. Adding one: its own file, and one line in registry.cpp.
#pragma once

#include <deque>
#include <string>

#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {

const std::deque<MechanismEntry>& mechanism_registry();

/// Adds a mechanism of the caller's own, from then on known to expressions and so to all that reads
/// them. Throws std::invalid_argument where there is one of this name. Not while other threads read
/// expressions.
void register_mechanism(const MechanismEntry& entry);

/// Throws std::invalid_argument on unknown names.
const MechanismEntry& find_mechanism(const std::string& name);
/// Null instead.
const MechanismEntry* mechanism_named(const std::string& name);

}  // namespace plumbline
