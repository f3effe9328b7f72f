/// Parses the points (argument values) at which a case evaluates a quantity.
#pragma once

#include <string_view>
#include <vector>

#include "reference/arithmetic/real.hpp"

namespace plumbline {

/// Parses a rational number, in the grammar of number.hpp ("1.5", "1/3", "2^-40"), or a range "lo:hi:count" of equally
/// spaced numbers that includes both ends. With the suffix ":log", the quotients of neighbouring numbers are equal, and
/// the numbers between the ends are rounded to six digits. Throws std::invalid_argument, with the remedy, on other
/// texts.
std::vector<Rational> parse_points(std::string_view text);
/// Parses points as parse_points() does; single points may be irrational ("log(3)").
std::vector<Real> read_points(std::string_view text);

}  // namespace plumbline
