/// Reads the direction of a case, as any word of the table of neighbours.
#pragma once

#include "reference/questions/registry.hpp"
#include "verify/suite/cases/table_reader.hpp"

namespace plumbline {

/// Reads a direction; if none is written, returns that of the quantity. `quantity` is null if it is unknown.
Direction read_direction(TableReader& table, const Quantity* quantity);

}  // namespace plumbline
