/// Decides which mechanisms an attack on one record can refute.
#pragma once

#include <string_view>

#include "reference/mechanisms/neighbours/direction.hpp"

namespace plumbline {

/// Returns true if refuting the pair of the expression also refutes the mechanism. This requires that the pair
/// dominates the mechanism, and that the neighbours of the mechanism include the data sets that an attack in this
/// direction compares (they differ in one record). Parameters may be unknown. Throws std::invalid_argument for a
/// malformed expression.
bool attack_refutes(std::string_view expression, Direction direction);

}  // namespace plumbline
