/// Claims about whole distributions. Such a claim holds if the distribution is on its promised side of the profile at
/// every epsilon.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "verify/claims/claim.hpp"
#include "verify/claims/judging/paths.hpp"
#include "verify/claims/verdict.hpp"

namespace plumbline {

/// Returns the verdict on a claim with a `profile`. A violation is confirmed at its worst place on a second path. Its
/// grade is last_digits if the rounding errors of sums of doubles or of a Fourier transform explain the violation.
/// Otherwise it is the grade of the largest shortfall (the amount by which the distribution is on the wrong side)
/// relative to the true delta, but at least numerical.
/// \throws Interrupted
ClaimVerdict judge_whole_claim(const Claim& claim, Paths& paths, const Poll& poll);

}  // namespace plumbline
