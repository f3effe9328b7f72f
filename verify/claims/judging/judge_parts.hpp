/// Functions shared by the files of the judge.
#pragma once

#include "verify/claims/judging/claim_truth.hpp"
#include "verify/claims/judging/judge.hpp"

namespace plumbline {

/// Returns a poll that throws Interrupted after `seconds` seconds of this thread's processor time.
Poll within_seconds(double seconds, const Poll& poll);

PrintedBounds printed(const Truth& truth);

/// Returns the number with which a bound is compared: the claimed number, moved by its tolerance.
Rational tolerated(const Claim& claim);

/// Returns the approximate delta of the claim: its argument delta, or the certified value if the claim is about delta;
/// 0 if it has neither.
double delta_scale_of(const Claim& claim, const std::optional<Truth>& truth);

}  // namespace plumbline
