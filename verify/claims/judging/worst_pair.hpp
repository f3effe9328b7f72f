/// A promise about several pairs of neighbours holds where it holds for each.
#pragma once

#include "verify/claims/claim.hpp"
#include "verify/claims/verdict.hpp"

namespace plumbline {

struct JudgeLimits;

/// The verdict on the whole claim, of which `first` is the one on its own pair: the worst of all.
/// Throws Interrupted when limits.poll does.
ClaimVerdict worst_of_pairs(const Claim& claim, const ClaimVerdict& first,
                            const JudgeLimits& limits);

}  // namespace plumbline
