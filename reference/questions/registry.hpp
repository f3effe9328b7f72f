/// The registry of quantities: finds a quantity by its name.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "reference/questions/entry.hpp"

namespace plumbline {

/// Returns all quantities. References to entries remain valid.
const std::deque<Quantity>& all_quantities();
/// Returns the quantities that the privacy profile alone determines.
std::vector<const Quantity*> profile_quantities();

/// Returns the quantity of a name; null if the name is unknown.
const Quantity* quantity_named(const std::string& name);
/// Returns the quantity of a name. Throws std::invalid_argument, with the known quantities, if the name is unknown.
/// (The parameter is a view, because GCC otherwise warns about a dangling reference.)
const Quantity& required_quantity(std::string_view name);
/// Returns the entry of a quantity that the privacy profile alone determines. Throws an exception that lists the known
/// quantities for other names.
const Quantity& required_profile_quantity(std::string_view name);

/// Adds a quantity for every interface, for programs with their own quantities. Call it before the first question.
/// Throws std::invalid_argument if the name is already used.
void register_quantity(Quantity entry);

}  // namespace plumbline
