/// Writes balls as texts from which exactly the same balls can be read.
#pragma once

#include <optional>
#include <string>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// Writes midpoint, radius and precision for read_ball(); the format is not meant for people.
std::string dump_ball(const Ball& x);
/// Reads a text of dump_ball(). Returns nothing for other texts.
std::optional<Ball> read_ball(const std::string& text);

}  // namespace plumbline
