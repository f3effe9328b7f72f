/// The direction of a pair.
#pragma once

#include <string>

namespace plumbline {

/// forward: (P, Q), Q the output with the record (neighbours.hpp). reverse: (Q, P). worst: the
/// larger profile of the two, whose trade-off function is the symmetrised, convexified one.
enum class Direction { forward, reverse, worst };

/// Throws std::invalid_argument on an unknown name.
Direction parse_direction(const std::string& name);
std::string direction_name(Direction direction);

}  // namespace plumbline
