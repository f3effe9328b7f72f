/// Epsilon at a delta that is irrational, or known between two numbers.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {

/// Returns an enclosure of epsilon(delta) for all delta in [low, high], 0 < low <= high < 1.
Extended epsilon_between_deltas(PrivacyProfile& profile, const Rational& low, const Rational& high,
                                const Effort& effort);
/// Returns epsilon at a delta in (0, 1) that may be irrational. Throws std::invalid_argument on other delta.
Extended epsilon_at(PrivacyProfile& profile, const Real& delta, const Effort& effort);

}  // namespace plumbline
