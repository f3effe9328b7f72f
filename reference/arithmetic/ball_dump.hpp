/// Balls as texts that give back exactly the same ball.
#pragma once

#include <optional>
#include <string>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// Midpoint, radius and precision, for read_ball; for programs alone.
std::string dump_ball(const Ball& x);
/// The ball of which dump_ball wrote the text; nothing where it is no such text.
std::optional<Ball> read_ball(const std::string& text);

}  // namespace plumbline
