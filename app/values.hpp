/// Reading values from the command line.
#pragma once

#include <string>
#include <vector>

#include "reference/arithmetic/rational.hpp"

namespace plumbline {

/// The program's arguments, last first as CLI11 wants them, with negative numbers marked by a
/// leading space, so that `--epsilon -1.5` is not taken for an option.
std::vector<std::string> protect_negative_numbers(int argc, char** argv);

/// Exact numbers from texts: each a number or a range `lo:hi:count` (count >= 2 points, both ends
/// included). Throws std::invalid_argument, naming the option, the text and the remedy.
std::vector<Rational> read_values(const std::string& option, const std::vector<std::string>& texts);

/// One exact number; a range is refused.
Rational read_value(const std::string& option, const std::string& text);

}  // namespace plumbline
