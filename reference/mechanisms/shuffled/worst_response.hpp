/// A pair that dominates shuffled randomized response of few users, whatever the bits of the other users.
#pragma once

#include "reference/mechanisms/dominating_pair.hpp"
#include "reference/mechanisms/shuffled/response_sums.hpp"

namespace plumbline {

/// Returns the pair for known bits of the other users, as a list of atoms.
Mechanism known_response(const ResponseSums& others, const std::string& expression);
/// Returns the worst pair over the number of other users that hold a one. Throws std::invalid_argument if two data sets
/// cannot be compared at any permitted precision.
Mechanism worst_response(const Rational& epsilon0, long users, const std::string& expression);

}  // namespace plumbline
