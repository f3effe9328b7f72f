/// Error bounds that accountants state for their estimates.
#pragma once

#include "verify/claims/judging/claim_truth.hpp"

namespace plumbline {

struct Promise {
  std::string text;
  std::vector<Inequality> inequalities;  ///< the promise holds if all of these do
};

/// Returns the promise of an estimate that states an error; nothing for other claims.
///
/// For eps_error e and delta_error d, the accountant claims to know the profile up to a shift of epsilon by e and of
/// delta by d: delta(x + e) - d <= answer <= delta(x - e) + d. Therefore an estimate v of epsilon at D promises delta(v
/// + e) <= D + d and delta(v - e) >= D - d; an estimate v of delta at x promises delta(x + e) <= v + d and delta(x - e)
/// >= v - d. A tolerance t promises that the true value lies in [v - t, v + t].
std::optional<Promise> promise_of(const Claim& claim);

}  // namespace plumbline
