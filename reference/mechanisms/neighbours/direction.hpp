/// The direction of a pair.
#pragma once

#include <string>

namespace plumbline {

/// forward: the pair (P, Q), where Q is the law of the output with the record (neighbours.hpp). reverse: the pair (Q,
/// P). worst: the larger of the two profiles; its trade-off function is the largest convex function below the trade-off
/// functions of both directions.
enum class Direction { forward, reverse, worst };

/// Parses the name of a direction. Throws std::invalid_argument on an unknown name.
Direction parse_direction(const std::string& name);
std::string direction_name(Direction direction);

}  // namespace plumbline
