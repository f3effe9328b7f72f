/// The quantities of one privacy profile, as functions, with one function per file. Callers include reference/values/
/// for the result types.
#pragma once

namespace plumbline {

class Certified;
struct Effort;
class Extended;
class PrivacyProfile;
class Rational;
class Real;

/// Returns delta(epsilon) for any real epsilon.
Certified delta(PrivacyProfile& profile, const Real& epsilon, const Effort& effort);

/// Returns the smallest real epsilon with delta(epsilon) <= D, 0 < D < 1 (negative if D exceeds the total variation).
/// The result is infinite if the mass of infinite loss exceeds D, or equals D and finite losses are unbounded. Throws
/// std::invalid_argument outside (0, 1).
Extended epsilon(PrivacyProfile& profile, const Rational& D, const Effort& effort);

/// Returns the trade-off function f(alpha), 0 <= alpha <= 1: the smallest type II error at type I error alpha. Throws
/// std::invalid_argument outside [0, 1].
Certified tradeoff(PrivacyProfile& profile, const Rational& alpha, const Effort& effort);

/// Returns the reconstruction robustness bound gamma(kappa) = sup{Q(E) : P(E) <= kappa} = 1 - f(kappa), 0 <= kappa <=
/// 1 (Hayes, Mahloujifar, Balle 2023; Kaissis et al. 2023, Theorem 1). The definition refers to the forward pair;
/// this function uses the direction of the profile.
Certified reconstruction(PrivacyProfile& profile, const Rational& kappa, const Effort& effort);

/// Returns the minimum Bayes error R(pi) = min_a pi a + (1-pi) f(a), where pi is the prior of H0, 0 <= pi <= 1.
Certified bayes_error(PrivacyProfile& profile, const Rational& prior, const Effort& effort);

/// Returns the total variation delta(0) = max_a 1 - a - f(a).
Certified total_variation(PrivacyProfile& profile, const Effort& effort);

}  // namespace plumbline
