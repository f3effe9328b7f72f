/// Reads the direction of a case, in any word of the table of neighbours.
#pragma once

#include "reference/questions/registry.hpp"
#include "verify/suite/cases/table_reader.hpp"

namespace plumbline {

/// Reads a direction, or uses the direction of the quantity if none is written; `quantity` is null if it is unknown.
Direction read_direction(TableReader& table, const Quantity* quantity);

}  // namespace plumbline
