/// Claims about epsilon at an irrational delta.
#pragma once

#include <functional>

#include "verify/claims/claim.hpp"
#include "verify/claims/verdict.hpp"

namespace plumbline {

/// Returns true if the claim is about epsilon at an irrational delta.
bool has_irrational_delta(const Claim& claim);

/// Returns the verdict on such a claim from the verdicts of `judge` on the claims at a smaller and at a larger rational
/// delta, approximately 60 digits apart; undecided if these differ.
ClaimVerdict verdict_between(const Claim& claim,
                             const std::function<ClaimVerdict(const Claim&)>& judge);

}  // namespace plumbline
