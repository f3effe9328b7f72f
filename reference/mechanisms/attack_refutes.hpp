/// Decides which mechanisms an attack on one record can refute.
#pragma once

#include <string_view>

#include "reference/mechanisms/neighbours/direction.hpp"

namespace plumbline {

/// Returns true if refuting the pair of the expression refutes the mechanism: the pair dominates, and its neighbours
/// include those of an attack in this direction, which differ in one record. Parameters may be open. Throws
/// std::invalid_argument for a malformed expression.
bool attack_refutes(std::string_view expression, Direction direction);

}  // namespace plumbline
