/// Names of the parameters of a mechanism, its spelling, and messages where it is misspelt.
#pragma once

#include <string>
#include <vector>

#include "reference/mechanisms/expression.hpp"

namespace plumbline {

bool contains_name(const std::vector<std::string>& names, const std::string& name);
bool has_parameter(const MechanismEntry& entry, const std::string& key);
bool is_given(const WrittenFactor& factor, const std::string& key);

/// A parameter that may be given by its square has an optional one beside it: sigma and sigma2.
std::string square_of(const std::string& key);
/// A parameter by the name that records and other libraries have for it: `scale` for b,
/// `sampling_rate` for p. Names of the mechanism's own come first.
std::string own_name(const MechanismEntry& entry, const std::string& key);
/// The mechanism of a name, or of the kind that records have for it with the same numbers
/// (`approx_dp`).
const MechanismEntry* entry_called(const std::string& name);

/// All parameters, in words; for weighted mechanisms an example.
std::string written_keys(const MechanismEntry& entry);
/// "; write gaussian(sigma=...)": with what it requires, as far as those are numbers.
std::string how_to_write(const MechanismEntry& entry);
std::string no_parameter(const MechanismEntry& entry, const std::string& key);
std::string unknown_mechanism(const std::string& name, const std::vector<std::string>& names);

}  // namespace plumbline
