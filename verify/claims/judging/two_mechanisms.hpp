/// Claims about two mechanisms: the Delta-divergence of the first from the second, the larger of both orders, or at a
/// prior the difference of the Bayes errors there.
#pragma once

#include <string>

#include "reference/arithmetic/running/effort.hpp"
#include "verify/claims/claim.hpp"
#include "verify/claims/inequality.hpp"

namespace plumbline {

/// The paths of the two mechanisms to a number about both.
enum class TwoPaths { usual, others };

/// Returns the number that the claim is about. By `others` the mechanisms are computed on other paths than usual; where
/// neither has any, at another precision.
Truth truth_of_two(const Claim& claim, const Effort& effort, TwoPaths paths = TwoPaths::usual);

/// Returns commands that print it.
std::string two_commands(const Claim& claim);

}  // namespace plumbline
