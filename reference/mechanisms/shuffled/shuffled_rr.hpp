/// Binary randomized response of n users, shuffled.
#pragma once

#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

/// One user's bit 0 against 1. Of the others so many hold a one; without a number the worst is meant,
/// for up to 10^6 users. Throws std::invalid_argument.
Mechanism shuffled_rr(const Rational& epsilon0, long users, std::optional<long> ones);

MechanismEntry shuffled_rr_entry();

}  // namespace plumbline
