/// Names of the parameters of a mechanism, its spelling, and messages about misspellings.
#pragma once

#include <string>
#include <vector>

#include "reference/mechanisms/expression.hpp"

namespace plumbline {

bool contains_name(const std::vector<std::string>& names, const std::string& name);
bool has_parameter(const MechanismEntry& entry, const std::string& key);
bool is_given(const WrittenFactor& factor, const std::string& key);

/// A parameter that may be stated by its square has an optional second name: sigma and sigma2.
std::string square_of(const std::string& key);
/// A parameter by the name in records and other libraries: `scale` for b, `sampling_rate` for p. Names of the mechanism
/// itself have priority.
std::string own_name(const MechanismEntry& entry, const std::string& key);
/// The mechanism of a name, or of the kind of records with the same numbers (`approx_dp`).
const MechanismEntry* entry_called(const std::string& name);

/// All parameters, in prose; for weighted mechanisms an example.
std::string written_keys(const MechanismEntry& entry);
/// "; write gaussian(sigma=...)": with its required parameters, as far as these are numbers.
std::string how_to_write(const MechanismEntry& entry);
std::string no_parameter(const MechanismEntry& entry, const std::string& key);
/// Returns the expression or the command to write for a name that other libraries or users type in place of a
/// mechanism; empty if none is known.
std::string instead_of_mechanism(const std::string& name);
std::string unknown_mechanism(const std::string& name, const std::vector<std::string>& names);

}  // namespace plumbline
