/// On which side of the truth a judged value errs, and whether that is the side that does harm.
#pragma once

#include <string>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// Where a wrong value promises more privacy than there is: below the truth of what attackers gain
/// (delta, epsilon, power, ...), above the truth of what they fail in (errors).
enum class DangerousSide { below, above, none };

/// By the quantity's name; none where a wrong value promises no privacy (a prior, a moment).
DangerousSide dangerous_side(const std::string& quantity);

/// Of value - truth: "dangerous", "safe", "exact", "undecided" where the enclosure holds 0, and
/// "below" or "above" where neither side is the dangerous one.
std::string error_side(const std::string& quantity, const Ball& signed_error);

}  // namespace plumbline
