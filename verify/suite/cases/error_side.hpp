/// Determines on which side of the true value a judged value lies, and whether that side is dangerous, which means that
/// the value overstates the privacy.
#pragma once

#include <string>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// Returns the side of `signed_error`, the value minus the true value, for a quantity: "dangerous", "safe", "exact",
/// "undecided" if the enclosure contains 0, and "below" or "above" if neither side is dangerous.
std::string error_side(const std::string& quantity, const Ball& signed_error);

}  // namespace plumbline
