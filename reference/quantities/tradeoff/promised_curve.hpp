/// Computes the trade-off function that follows from a guarantee about Renyi divergences.
#pragma once

#include <optional>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/values/certified.hpp"

namespace plumbline {

/// For a composition that is one guarantee about Renyi divergences, with or without a mass of infinite loss, returns
/// f(alpha), or 1 - f(alpha) if `one_minus_f`, where 0 < alpha < 1. Returns nothing for other compositions, and for
/// guarantees about a subsampled mechanism in the reverse and the worst direction.
std::optional<Certified> promised_level(PrivacyProfile& profile, const Rational& alpha,
                                        const Effort& effort, bool one_minus_f);

}  // namespace plumbline
