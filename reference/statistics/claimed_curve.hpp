/// The trade-off function that a claim about a mechanism asserts.
#pragma once

#include <functional>
#include <memory>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"

namespace plumbline {

/// A function that returns an enclosure of the trade-off function f(alpha), 0 < alpha < 1.
using ClaimedCurve = std::function<Ball(const Rational& alpha, const Effort& effort)>;

/// Returns the trade-off function that the claim "(epsilon, delta)-DP in that direction" asserts. Throws
/// std::invalid_argument if delta is not in [0, 1).
ClaimedCurve claimed_curve(const Real& epsilon, const Rational& delta, Direction direction);
/// Returns the trade-off function that the claim "the attacked mechanism has this privacy profile" asserts.
ClaimedCurve claimed_curve(std::shared_ptr<PrivacyProfile> profile);

}  // namespace plumbline
