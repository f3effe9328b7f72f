/// What is claimed of a mechanism, as the trade-off function that the claim stands for.
#pragma once

#include <functional>
#include <memory>

#include "reference/engines/effort.hpp"
#include "reference/quantities/quantities.hpp"

namespace plumbline {

/// An enclosure of f(alpha), 0 < alpha < 1.
using ClaimedCurve = std::function<Ball(const Rational& alpha, const Effort& effort)>;

/// Of "(epsilon, delta)-DP in that direction". Throws std::invalid_argument on delta outside [0, 1).
ClaimedCurve claimed_curve(const Real& epsilon, const Rational& delta, Direction direction);
/// Of a mechanism.
ClaimedCurve claimed_curve(std::shared_ptr<PrivacyProfile> profile);

}  // namespace plumbline
