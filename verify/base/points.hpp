/// The points at which a case asks for a quantity.
#pragma once

#include <string_view>
#include <vector>

#include "reference/arithmetic/rational.hpp"

namespace plumbline {

/// A number ("1.5", "1/3", "0x1p-3"), or a range "lo:hi:count" of equally spaced exact rationals
/// with both ends. Throws std::invalid_argument with the remedy.
std::vector<Rational> parse_points(std::string_view text);

}  // namespace plumbline
