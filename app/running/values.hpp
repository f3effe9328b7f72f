/// Reading values from the command line.
#pragma once

#include <string>
#include <vector>

#include "reference/arithmetic/real.hpp"

namespace plumbline {

/// The program's arguments, last first as CLI11 wants them, with negative numbers marked by a
/// leading space, so that `--epsilon -1.5` is not taken for an option.
std::vector<std::string> protect_negative_numbers(int argc, char** argv);

/// Exact numbers from texts: each a number (number.hpp) or a range `lo:hi:count` (count >= 2
/// points, both ends included). Throws std::invalid_argument, naming the option, the text and the remedy.
std::vector<Rational> read_values(const std::string& option, const std::vector<std::string>& texts);
/// Reads numbers of which single ones may be irrational.
std::vector<Real> read_reals(const std::string& option, const std::vector<std::string>& texts);

/// One exact number; a range is refused.
Rational read_value(const std::string& option, const std::string& text);
Real read_real(const std::string& option, const std::string& text);

/// A number of things. Throws std::invalid_argument, which says of a share (0.914, 64%) that it is none.
long read_count(const std::string& option, const std::string& text);

/// A value as an integer from `least` to 10^most. Throws std::invalid_argument, naming the option.
long whole_number(const std::string& option, const Rational& x, long least, int most = 9);

}  // namespace plumbline
