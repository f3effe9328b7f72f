/// Parameters that shuffled mechanisms share.
#pragma once

#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {

/// epsilon0 > 0, at most 100, and n from 1 to 10^8. Both throw std::invalid_argument.
Rational shuffled_epsilon(const Parameters& parameters);
long shuffled_users(const Parameters& parameters);

/// Of epsilon0 and n, n from `least` up to `most` (10^8 where that is 0).
std::optional<ParameterOrder> order_of_shuffled(const std::string& parameter, long least,
                                                long most);

/// SHUFFLED-ROUNDED: what answers rounded to 0 or 1 tell, `flip` the chance that noise takes 0 to 1. Empty
/// where there is none.
std::string rounded_answers(const Ball& flip, const Rational& users);

}  // namespace plumbline
