/// What a divergence's certificate states about a prior: at `at.prior` the difference of the Bayes
/// errors (times the hyper-prior) is at least
///     lower - 1000 (upper - lower) - share lower - 10^-30,
/// share = 10^-9, or 10^-6 with a hyper-prior: about the largest there is, up to how prior and
/// enclosure are printed.
#pragma once

#include "reference/certificates/paths.hpp"

namespace plumbline {

/// `found`: what the difference is at least there, by the check's own enclosure.
CheckedFinding check_prior(const CheckTask& task);

}  // namespace plumbline
