/// Computes probabilities of the loss as slopes of the profile, if only bounds of the profile are known.
#pragma once

#include <functional>
#include <vector>

#include "reference/engines/engine.hpp"

namespace plumbline {

/// Enclosures of delta, one_minus_delta and excess of a composition without infinite losses.
using ProfileBounds = std::function<Ball(Question, const Real& t)>;

/// Returns P(S > t), P(S <= t), Q(S > t) or Q(S <= t), by BOUND(PROFILE-SLOPE) from chords of the profile. For each of
/// the positive numbers in `steps`, two chords begin at t: one extends by this number to the left, one to the right.
/// The enclosure is not clipped. Throws std::logic_error on other questions.
Ball tail_by_slopes(Question question, const Real& t, const std::vector<Rational>& steps,
                    const ProfileBounds& profile);

}  // namespace plumbline
