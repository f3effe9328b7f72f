/// The quantities by name.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "reference/questions/entry.hpp"

namespace plumbline {

/// All of them; entries stay where they are.
const std::deque<Quantity>& all_quantities();
/// Those of a privacy profile alone.
std::vector<const Quantity*> profile_quantities();

/// Null where the name is unknown.
const Quantity* quantity_named(const std::string& name);
/// Throws std::invalid_argument naming the known ones. (A view: GCC takes the input for what is returned.)
const Quantity& required_quantity(std::string_view name);
/// Returns the entry among those of a privacy profile.
const Quantity& required_profile_quantity(std::string_view name);

/// One more, from then on and for every interface. For programs that have quantities of their own; call it before
/// questions are asked. Throws std::invalid_argument where the name is taken.
void register_quantity(Quantity entry);

}  // namespace plumbline
