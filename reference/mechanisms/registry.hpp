/// The registered mechanisms. To add one, write its own file, and one line in registry.cpp.
#pragma once

#include <deque>
#include <string>

#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {

const std::deque<MechanismEntry>& mechanism_registry();

/// Adds a mechanism of the caller. It is then available in every expression. Throws std::invalid_argument if a
/// mechanism of this name exists. Must not be called while other threads parse expressions.
void register_mechanism(const MechanismEntry& entry);

/// Returns the mechanism of this name. Throws std::invalid_argument on unknown names.
const MechanismEntry& find_mechanism(const std::string& name);
/// Returns the mechanism of this name, or null on unknown names.
const MechanismEntry* mechanism_named(const std::string& name);

}  // namespace plumbline
