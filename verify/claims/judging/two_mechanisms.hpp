/// Claims about two mechanisms: the Delta-divergence of the first from the second, the larger of this divergence and
/// that of the second from the first, or the difference of the Bayes errors at a prior.
#pragma once

#include <string>

#include "reference/arithmetic/running/effort.hpp"
#include "verify/claims/claim.hpp"
#include "verify/claims/inequality.hpp"

namespace plumbline {

/// The computation paths for the two mechanisms: the usual ones, or other ones that confirm the number.
enum class TwoPaths { usual, others };

/// Returns the number that the claim is about. With `others` the mechanisms are computed on other paths than usual.
/// If neither has another path, the precision is different.
Truth truth_of_two(const Claim& claim, const Effort& effort, TwoPaths paths = TwoPaths::usual);

/// Returns commands that print the number of truth_of_two().
std::string two_commands(const Claim& claim);

}  // namespace plumbline
