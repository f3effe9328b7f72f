/// The commands about Ghazi and Issa 2024.
#pragma once

#include "app/commands/commands.hpp"
#include "app/running/values.hpp"

namespace plumbline {

inline constexpr int kMostPaperDigits = 1000;

inline long steps_number(const Rational& x) { return whole_number("steps", x, 1, 8); }

void add_limit_command(Command& app, int& exit_code);

}  // namespace plumbline
