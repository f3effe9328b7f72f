/// Parameters that shuffled mechanisms share.
#pragma once

#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {

/// Return epsilon0 > 0, at most 100, and n from 1 to 10^8. Both functions throw std::invalid_argument on other
/// values.
Rational shuffled_epsilon(const Parameters& parameters);
long shuffled_users(const Parameters& parameters);

/// Returns the order along the parameter epsilon0 or n (whether the mechanism is more or less private for larger
/// values), with n from `least` to `most` (10^8 if `most` is 0).
std::optional<ParameterOrder> order_of_shuffled(const std::string& parameter, long least,
                                                long most);

/// Returns the number of other users that hold a one: it increases with `place` in [0, 1] to all n - 1 at place 1.
Rational ones_at(const Rational& users, double place);

/// Returns the expression of the pair of shuffled_rr for the bits to which answers are mapped (SHUFFLED-ROUNDED), where
/// `ones` of the others hold a 1. `flip` is the probability that 0 is mapped to 1. Returns an empty text if no pair is
/// known.
std::string rounded_answers(const Ball& flip, const Rational& users, const Rational& ones);

}  // namespace plumbline
