/// A trade-off function between two heights, for a profile of which only bounds are known.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"

namespace plumbline {

/// An enclosure of f(alpha), 0 < alpha < 1, or of 1 - f(alpha) if `one_minus_f`, in the profile's direction, from the
/// place where 1 - delta(t) crosses alpha e^t: a few digits at most, but of the right size wherever the bounds are.
Ball by_crossing(PrivacyProfile& profile, const Rational& alpha, const Effort& effort,
                 bool one_minus_f);

}  // namespace plumbline
