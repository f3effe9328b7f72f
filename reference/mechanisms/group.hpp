/// Groups: k records of one user added or removed together.
#pragma once

#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

/// Returns the parameter `group`, an integer from 1 to `most`; the default is 1. Throws std::invalid_argument on
/// other values.
Rational group_of(const Parameters& parameters, long most);
/// Returns the `,group=...` of a canonical expression; empty for 1.
std::string group_text(const Rational& group);

/// Returns Bin(k, p)(j) for j = 0 .. k: the distribution of the number of group members in a batch.
std::vector<Rational> group_weights(const Rational& group, const Rational& p);

}  // namespace plumbline
