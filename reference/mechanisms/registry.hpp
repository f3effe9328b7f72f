/// The mechanisms there are. Adding one: its own file, and one line in registry.cpp.
#pragma once

#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {

const std::vector<MechanismEntry>& mechanism_registry();

/// Throws std::invalid_argument on names that there are none of.
const MechanismEntry& find_mechanism(const std::string& name);

}  // namespace plumbline
