/// Quantities that describe the success of a membership-inference adversary: advantage, power, posterior beliefs, the
/// minimax Bayes error, and the fixed point of the trade-off function. All are computed from one privacy profile.
///
/// In the forward direction, the hypothesis H0 is "the record is absent" (distribution P), and H1 is "the record is
/// present" (distribution Q). A prior is always the prior probability of H0. R(prior) is the Bayes error at this prior
/// (bayes_error()).
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/quantities/tradeoff/curve_point.hpp"
#include "reference/values/certified.hpp"

namespace plumbline {

/// Returns f^-1(beta) = inf{alpha : f(alpha) <= beta}, the trade-off function of the reversed pair. In the worst
/// direction, which is symmetric, it is f itself. Throws std::invalid_argument outside [0, 1].
Certified tradeoff_inverse(PrivacyProfile& profile, const Rational& beta, const Effort& effort);

/// Returns the largest power 1 - f(alpha) of a test at level alpha, in any direction.
Certified power(PrivacyProfile& profile, const Rational& alpha, const Effort& effort);

/// Returns max_a 1 - a - f(a). It equals the total variation in every direction, because delta(0) is invariant under
/// reversal of the pair and symmetrisation of the curve; only the level of the best test changes.
Certified advantage(PrivacyProfile& profile, const Effort& effort);

/// Returns 1 - R(prior): the probability that the Bayes-optimal decision about membership is right.
Certified posterior(PrivacyProfile& profile, const Rational& prior, const Effort& effort);

/// Returns the supremum over outputs of the posterior probability of H1: (1-pi) e^u / (pi + (1-pi) e^u), where pi is
/// the prior and u the largest loss; 1 if the loss is unbounded or infinite with positive probability.
Certified posterior_belief(PrivacyProfile& profile, const Rational& prior, const Effort& effort);

/// `value` encloses the minimax Bayes error R*, the maximum of R over all priors. `prior` encloses a prior of H0 that
/// attains it.
struct Minimax {
  Certified value;
  Certified prior;
};
Minimax minimax(PrivacyProfile& profile, const Effort& effort);

/// Returns a* = f(a*), which equals R* for every trade-off function (minimax theorem), symmetric or not. It is
/// computed from the errors of tests, not from R.
Certified fixed_point(PrivacyProfile& profile, const Effort& effort);

/// balanced_error() returns the fixed point, and balanced_prior() returns a prior of H0 that maximises R. The argument
/// is one bracket of the fixed point. Both throw std::logic_error if the bracket is for a level alpha and not for the
/// fixed point.
Enclosure balanced_error(const TestBracket& bracket, int digits, const Effort& effort);
Ball balanced_prior(const TestBracket& bracket, Bits p);

/// Returns R* from the values of R at m - h, m and m + h, 0 < h < min(m, 1 - m); nothing if these values do not prove
/// that R is largest near m. Throws std::logic_error on another h.
std::optional<Enclosure> minimax_around(PrivacyProfile& profile, const Rational& m,
                                        const Rational& h, const Effort& effort);

/// Upper bounds on the probability of reconstruction for every (epsilon, delta)-DP mechanism, where kappa is the
/// probability of success without the output. one_line: min(1, e^epsilon kappa + delta); two_lines: the smaller of
/// one_line and 1 - e^-epsilon (1 - delta - kappa).
struct ReroBound {
  Ball one_line, two_lines;
};
ReroBound rero_bound(const Real& epsilon, const Rational& delta, const Rational& kappa, Bits p);
/// The bounds as certified values with `digits` digits.
struct CertifiedReroBound {
  Certified one_line, two_lines;
};
CertifiedReroBound certified_rero_bound(const Real& epsilon, const Rational& delta,
                                        const Rational& kappa, int digits);

}  // namespace plumbline
