/// Functions for the names of mechanisms and of their parameters, and messages about misspelt names.
#pragma once

#include <string>
#include <vector>

#include "reference/mechanisms/expression.hpp"

namespace plumbline {

bool contains_name(const std::vector<std::string>& names, const std::string& name);
bool has_parameter(const MechanismEntry& entry, const std::string& key);
bool is_given(const WrittenFactor& factor, const std::string& key);

/// Returns the second name of a parameter that may be stated by its square: sigma2 for sigma.
std::string square_of(const std::string& key);
/// Returns the parameter that records and other libraries call `key`: b for `scale`, p for `sampling_rate`. A
/// parameter of the mechanism that is called `key` has priority.
std::string own_name(const MechanismEntry& entry, const std::string& key);
/// Returns the mechanism with this name. The name may also be the kind under which accountants record the mechanism
/// with the same parameters (`approx_dp`).
const MechanismEntry* entry_called(const std::string& name);

/// Returns all parameters as one text; for a mechanism with weighted inner mechanisms, an example instead.
std::string written_keys(const MechanismEntry& entry);
/// Returns "; write gaussian(sigma=...)" with the required parameters that are numbers.
std::string how_to_write(const MechanismEntry& entry);
std::string no_parameter(const MechanismEntry& entry, const std::string& key);
/// Returns the expression or the command to write for a name that other libraries or users type in place of a
/// mechanism; empty if none is known.
std::string instead_of_mechanism(const std::string& name);
std::string unknown_mechanism(const std::string& name, const std::vector<std::string>& names);

}  // namespace plumbline
