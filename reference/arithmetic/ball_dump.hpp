/// Writes balls as text, from which exactly the same balls can be read.
#pragma once

#include <optional>
#include <string>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// Writes the midpoint, radius and precision for read_ball(). The format is not intended for human readers.
std::string dump_ball(const Ball& x);
/// Reads a text that dump_ball() wrote. Returns nothing for other texts.
std::optional<Ball> read_ball(const std::string& text);

}  // namespace plumbline
