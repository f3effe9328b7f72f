/// Judges a promise about several pairs of neighbours, which holds if it holds for each pair.
#pragma once

#include "verify/claims/claim.hpp"
#include "verify/claims/verdict.hpp"

namespace plumbline {

struct JudgeLimits;

/// Returns the verdict on the whole claim, which is the worst verdict of all pairs; `first` is the verdict on the
/// claim's own pair. Throws Interrupted if limits.poll does.
ClaimVerdict worst_of_pairs(const Claim& claim, const ClaimVerdict& first,
                            const JudgeLimits& limits);

}  // namespace plumbline
