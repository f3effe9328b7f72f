/// A pair that dominates shuffled randomized response of few users, whatever the others answer.
#pragma once

#include "reference/mechanisms/dominating_pair.hpp"
#include "reference/mechanisms/shuffled/response_sums.hpp"

namespace plumbline {

/// The pair for others known, as atoms.
Mechanism known_response(const ResponseSums& others, const std::string& expression);
/// The worst over how many of the others hold a one. Throws std::invalid_argument where two data sets
/// cannot be told apart.
Mechanism worst_response(const Rational& epsilon0, long users, const std::string& expression);

}  // namespace plumbline
