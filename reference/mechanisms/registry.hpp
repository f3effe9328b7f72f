/// The registered mechanisms. To add one, write its own file, and one line in registry.cpp.
#pragma once

#include <deque>
#include <string>

#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {

const std::deque<MechanismEntry>& mechanism_registry();

/// Adds a mechanism of the caller, which is then available in expressions and everywhere they are read. Throws
/// std::invalid_argument if there is already one of this name. Must not be called while other threads parse
/// expressions.
void register_mechanism(const MechanismEntry& entry);

/// Throws std::invalid_argument on unknown names.
const MechanismEntry& find_mechanism(const std::string& name);
/// Returns null on unknown names.
const MechanismEntry* mechanism_named(const std::string& name);

}  // namespace plumbline
