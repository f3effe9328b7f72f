/// Shuffled k-ary randomized response of n users.
#pragma once

#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

/// Returns the exact pair of the data set in which all other users hold the same value, which is neither of the two
/// values of the user (a third value). Throws std::invalid_argument if there are too many users.
Mechanism third_value_response(const Rational& epsilon0, long users, long values,
                               const std::string& expression);

MechanismEntry shuffled_krr_entry();

}  // namespace plumbline
