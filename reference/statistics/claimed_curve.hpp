/// The trade-off function that a claim about a mechanism asserts.
#pragma once

#include <functional>
#include <memory>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"

namespace plumbline {

/// An enclosure of f(alpha), 0 < alpha < 1.
using ClaimedCurve = std::function<Ball(const Rational& alpha, const Effort& effort)>;

/// Returns the trade-off function that the claim "(epsilon, delta)-DP in that direction" asserts. Throws
/// std::invalid_argument on delta outside [0, 1).
ClaimedCurve claimed_curve(const Real& epsilon, const Rational& delta, Direction direction);
/// Returns the trade-off function of a mechanism.
ClaimedCurve claimed_curve(std::shared_ptr<PrivacyProfile> profile);

}  // namespace plumbline
