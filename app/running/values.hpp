/// Parses values of the command line.
#pragma once

#include <string>
#include <vector>

#include "reference/arithmetic/real.hpp"

namespace plumbline {

/// Returns the program's arguments in reverse order, as CLI11 requires them, with a leading space before negative
/// numbers: CLI11 would parse `-1.5` in `--epsilon -1.5` as an option.
std::vector<std::string> protect_negative_numbers(int argc, char** argv);

/// Parses exact numbers. Each text is a number (number.hpp) or a range `lo:hi:count` (count >= 2 points, both ends
/// included). Throws std::invalid_argument, naming the option, the text and the remedy.
std::vector<Rational> read_values(const std::string& option, const std::vector<std::string>& texts);
/// Parses numbers as read_values() does, except that a single number (not an end of a range) may be irrational.
std::vector<Real> read_reals(const std::string& option, const std::vector<std::string>& texts);

/// Parses one exact number; rejects a range.
Rational read_value(const std::string& option, const std::string& text);
Real read_real(const std::string& option, const std::string& text);

/// Parses a count. Throws std::invalid_argument; for a fraction (0.914, 64%) the message explains that it is not a
/// count.
long read_count(const std::string& option, const std::string& text);

/// Converts a value to an integer from `least` to 10^most. Throws std::invalid_argument, naming the option.
long whole_number(const std::string& option, const Rational& x, long least, int most = 9);

}  // namespace plumbline
