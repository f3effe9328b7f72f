/// Encloses a trade-off function with few digits, for profiles of which only bounds are known.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"

namespace plumbline {

/// Returns an enclosure of f(alpha) in the profile's direction, or of 1 - f(alpha) if `one_minus_f`, for 0 < alpha < 1.
/// It is computed from thresholds near the one at which 1 - delta(t) = alpha e^t. The enclosure has few digits, but the
/// right order of magnitude even if the profile is known only by bounds.
Ball by_crossing(PrivacyProfile& profile, const Rational& alpha, const Effort& effort,
                 bool one_minus_f);

}  // namespace plumbline
