/// Shared parts of a judgement.
#pragma once

#include "verify/claims/judging/claim_truth.hpp"
#include "verify/claims/judging/judge.hpp"

namespace plumbline {

/// Throws Interrupted after so many seconds of this thread's processor time.
Poll within_seconds(double seconds, const Poll& poll);

PrintedBounds printed(const Truth& truth);

/// The number with which a bound is compared: the claimed number, moved by its tolerance.
Rational tolerated(const Claim& claim);

/// The approximate delta of the claim: the argument, or the certified value.
double delta_scale_of(const Claim& claim, const std::optional<Truth>& truth);

}  // namespace plumbline
