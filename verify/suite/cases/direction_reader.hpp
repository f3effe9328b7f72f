/// Reads the direction of a case, which may be any word of the table of neighbours.
#pragma once

#include "reference/questions/registry.hpp"
#include "verify/suite/cases/table_reader.hpp"

namespace plumbline {

/// Reads a direction; if the case has none, returns the default direction of the quantity. `quantity` is null if it
/// is unknown.
Direction read_direction(TableReader& table, const Quantity* quantity);

}  // namespace plumbline
