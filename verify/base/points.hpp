/// The points at which a case queries a quantity.
#pragma once

#include <string_view>
#include <vector>

#include "reference/arithmetic/real.hpp"

namespace plumbline {

/// A rational number, in the grammar of number.hpp ("1.5", "1/3", "2^-40"), or a range "lo:hi:count" of equally spaced
/// numbers with both ends; with the suffix ":log", of numbers with equal quotients, rounded to six digits between the
/// ends. Throws std::invalid_argument with the remedy.
std::vector<Rational> parse_points(std::string_view text);
/// Parses points; single ones may be irrational ("log(3)").
std::vector<Real> read_points(std::string_view text);

}  // namespace plumbline
