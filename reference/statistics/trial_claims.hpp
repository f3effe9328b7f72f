/// Judges claims about a mechanism by the counts of an attack.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/calibration/calibration.hpp"
#include "reference/statistics/claimed_curve.hpp"
#include "reference/statistics/error_limits.hpp"

namespace plumbline {

/// Returns the smallest error probability at which the counts refute the claim; 1 if they do not refute it. The limit
/// of alpha has the share weights.alpha of this probability, and the limit of beta the share weights.beta; the sum of
/// the shares is at most 1.
Certified claim_p_value(const TrialCounts& counts, const ErrorShares& weights,
                        const ClaimedCurve& claimed, const Effort& effort);

/// Returns true if the limits alpha and beta refute the claim, that is, if the claimed f has f(alpha) > beta; nothing
/// if this is undecided.
std::optional<bool> is_refuted(const ErrorLimits& limits, const ClaimedCurve& claimed,
                               const Effort& effort);
/// Returns the range of the p-value that a decision implies: at most `error` if the claim is refuted, at least `error`
/// if not.
Certified p_value_beside(const Rational& error, std::optional<bool> refuted);

/// Returns true if a p-value is below the permitted error probability `error`; nothing if this is undecided.
std::optional<bool> is_refuted(const Certified& p_value, const Rational& error);

/// The result of an audit of a family of mechanisms whose privacy is monotone in a parameter. The counts refute all
/// parameter values that are more private than `value`.
struct AuditedParameter {
  Certified value;
  bool above;  ///< true if values above `value` are more private
};
/// Returns the audited parameter; nothing if the counts refute no member of the family.
std::optional<AuditedParameter> audited_parameter(const ErrorLimits& limits, const Family& family,
                                                  Direction direction, const std::string& engine,
                                                  const Effort& effort);

/// `successes` of `attempts` independent reconstructions; a guess without the output succeeds with probability at
/// most kappa.
struct ReconstructionCounts {
  long successes = 0, attempts = 0;
  Rational kappa;
  void check() const;
};
/// Returns the supremum of the gamma for which "ReRo(kappa) <= gamma" is refuted: the lower limit of the success
/// probability.
Certified audited_gamma(const ReconstructionCounts& counts, const Rational& error, int digits);
/// Returns the supremum of the epsilons that these counts refute at delta.
Certified reconstruction_epsilon(const ReconstructionCounts& counts, const Rational& error,
                                 const Rational& delta, int digits);
/// Returns the supremum of the mu that these counts refute.
Certified reconstruction_mu(const ReconstructionCounts& counts, const Rational& error, int digits);
/// Returns P(Bin(attempts, gamma) >= successes) where gamma = 1 - f(kappa) for the claimed trade-off function f. This
/// is a p-value of the claim.
Certified reconstruction_p_value(const ReconstructionCounts& counts, const ClaimedCurve& claimed,
                                 const Effort& effort);

}  // namespace plumbline
