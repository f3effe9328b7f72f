/// The threshold at which the optimal test has type I error alpha; it attains the supremum in f(alpha) = sup_eps [1 -
/// delta(eps) - e^eps alpha]. The search is heuristic: bounds that use its result are valid at every threshold.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"

namespace plumbline {

/// Returns a threshold t (an exact ball) with P(S > t) close to alpha, where 0 < alpha < 1. The error of t is
/// approximately 10^-digits standard deviations of the loss. If P(S > t) jumps across alpha, t is close to the jump.
Ball threshold(PrivacyProfile& profile, const Rational& alpha, int digits, const Effort& effort);

}  // namespace plumbline
