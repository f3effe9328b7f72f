/// On which side of the truth a judged value errs, and whether that is the side that does harm.
#pragma once

#include <string>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// Returns the side of value - truth, by the quantity's name: "dangerous", "safe", "exact", "undecided" where
/// the enclosure contains 0, and "below" or "above" where neither side is the dangerous one.
std::string error_side(const std::string& quantity, const Ball& signed_error);

}  // namespace plumbline
