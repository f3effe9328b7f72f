/// Checks the statement of a divergence's certificate about a prior. Let share = 10^-9, or 10^-6 with a hyper-prior.
/// The statement: at `at.prior`, the difference R - R~ of the Bayes errors of the two mechanisms (times the hyper-prior
/// h) is at least the number `least`, where least = lower - 1000 (upper - lower) - share max(lower, 0) - 10^-30. This
/// number is approximately the maximum of the difference; the margin allows for the rounding of the printed prior and
/// enclosure.
///
/// THEOREM. If the statement is proved and both ends are finite, then 0 <= prior <= 1 and (R - R~)(prior) h(prior) >=
/// least, with h = 1 without a hyper-prior. If an end is infinite, only 0 <= prior <= 1 is stated. The divergence is
/// the largest such value. With `lower` <= divergence <= `upper` (proved separately, by value_check.hpp), the prior
/// is nearly a maximiser.
/// Needs. An interval in order (inconsistencies()); enclosures of both Bayes errors and of h at the prior.
/// Proof. The prior is an exact fraction. In (0, 1) the product of the enclosures contains the value, and its lower
/// end, a decimal rounded down, is at least `least`. At 0 and 1 both errors are 0 for any mechanisms (R(pi) <=
/// min(pi, 1 - pi)); the difference is exactly 0, and the product is defined as 0 for every h. The check uses only
/// the prior and the ends from the file.
#pragma once

#include "reference/certificates/paths.hpp"

namespace plumbline {

/// Checks the prior. `found` of the result is a lower bound on the difference at the prior, from the check's own
/// enclosure.
CheckedFinding check_prior(const CheckTask& task);

}  // namespace plumbline
