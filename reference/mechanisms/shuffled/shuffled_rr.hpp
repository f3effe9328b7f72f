/// Shuffled binary randomized response of n users.
#pragma once

#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

/// Returns the pair of one user's bit 0 (P) and bit 1 (Q), where `ones` of the other users hold a one. Without `ones`
/// (for up to 10^6 users) the pair is the worst over this number. Without `ones`, throws std::invalid_argument for more
/// users, or if two data sets cannot be compared at any permitted precision.
Mechanism shuffled_rr(const Rational& epsilon0, long users, std::optional<long> ones);

MechanismEntry shuffled_rr_entry();

}  // namespace plumbline
