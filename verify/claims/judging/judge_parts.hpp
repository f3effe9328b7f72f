/// Shared parts of a judgement.
#pragma once

#include "verify/claims/judging/claim_truth.hpp"
#include "verify/claims/judging/judge.hpp"

namespace plumbline {

/// Throws Interrupted after so many seconds of this thread's processor time.
Poll within_seconds(double seconds, const Poll& poll);

PrintedBounds printed(const Truth& truth);

/// The number a bound is held to: what is claimed, moved by the tolerance it comes with.
Rational tolerated(const Claim& claim);

/// The delta the claim is about, roughly: given, or the truth.
double delta_scale_of(const Claim& claim, const std::optional<Truth>& truth);

}  // namespace plumbline
