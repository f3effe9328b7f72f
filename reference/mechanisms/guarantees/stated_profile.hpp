/// The guarantee `profile`: (epsilon, delta)-DP at several epsilons at once.
#pragma once

#include <string>
#include <vector>

#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct RealNumbers;

/// Returns the pair that attains the worst profile of all mechanisms with these guarantees, from the lists `epsilons`
/// and `deltas`. Throws std::invalid_argument if a number is out of range.
Mechanism stated_profile(const Parameters& parameters);

/// Returns that pair for lists with irrational numbers.
Mechanism stated_profile_of_reals(const RealNumbers& numbers);

/// Formats numbers as in an expression: [1/2,3].
std::string numbers_text(const std::vector<Rational>& values);
/// Returns `pair` with `name` as its expression.
Mechanism renamed(const Mechanism& pair, const std::string& name);

}  // namespace plumbline
