/// Claims about epsilon at an irrational delta.
#pragma once

#include <functional>

#include "verify/claims/claim.hpp"
#include "verify/claims/verdict.hpp"

namespace plumbline {

/// Returns true if the claim is about epsilon at an irrational delta.
bool has_irrational_delta(const Claim& claim);

/// Returns the verdict on a claim about epsilon at an irrational delta. It follows from the verdicts of `judge` on the
/// same claim at a smaller and at a larger rational delta, which agree in approximately 60 digits. The verdict is
/// undecided if these two verdicts differ.
ClaimVerdict verdict_between(const Claim& claim,
                             const std::function<ClaimVerdict(const Claim&)>& judge);

}  // namespace plumbline
