#include "verify/suite/cases/direction_reader.hpp"

#include <stdexcept>

#include "reference/mechanisms/neighbours/neighbours.hpp"

namespace plumbline {

Direction read_direction(TableReader& table, const Quantity* quantity) {
  const auto name = table.text("direction");
  const Direction usual = quantity == nullptr ? Direction::worst : quantity->usual;
  if (!name) return usual;
  try {
    const Direction given = direction_of(*name);
    if (quantity == nullptr || !quantity->forward_only() || given == usual) return given;
    table.complain("direction", quantity->name + " is about the forward pair only; remove it");
  } catch (const std::invalid_argument& e) {
    table.complain("direction", e.what());
  }
  return usual;
}

}  // namespace plumbline
