/// What is promised of several pairs of neighbours holds where it holds of each.
#pragma once

#include "verify/claims/judging/judge.hpp"

namespace plumbline {

/// The verdict on the whole claim, of which `first` is the one on its own pair: the worst of all.
/// Throws Interrupted when limits.poll does.
ClaimVerdict worst_of_pairs(const Claim& claim, const ClaimVerdict& first,
                            const JudgeLimits& limits);

}  // namespace plumbline
