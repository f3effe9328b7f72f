/// The quantities by name.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "reference/questions/entry.hpp"

namespace plumbline {

/// All quantities; references to entries remain valid.
const std::deque<Quantity>& all_quantities();
/// The quantities of a privacy profile alone.
std::vector<const Quantity*> profile_quantities();

/// Returns null if the name is unknown.
const Quantity* quantity_named(const std::string& name);
/// Throws std::invalid_argument, naming the known quantities. (The parameter is a view: GCC otherwise warns about a
/// dangling reference.)
const Quantity& required_quantity(std::string_view name);
/// Returns the entry of a quantity of a privacy profile.
const Quantity& required_profile_quantity(std::string_view name);

/// Adds a quantity for every interface, for programs with their own quantities. Must be called before questions are
/// asked. Throws std::invalid_argument if the name is already used.
void register_quantity(Quantity entry);

}  // namespace plumbline
