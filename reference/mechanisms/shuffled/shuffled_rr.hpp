/// Binary randomized response of n users, shuffled.
#pragma once

#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

/// Returns the pair of one user's bit 0 against 1. The argument is the number of ones among the other users; without
/// it, the worst number is used, for up to 10^6 users. Throws std::invalid_argument.
Mechanism shuffled_rr(const Rational& epsilon0, long users, std::optional<long> ones);

MechanismEntry shuffled_rr_entry();

}  // namespace plumbline
