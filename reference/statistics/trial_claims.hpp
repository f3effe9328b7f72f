/// Claims about a mechanism, compared with the counts of an attack.
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

/// Returns true if the claim is refuted at the confidence of the limits, that is, f(alpha) > beta; nothing if
/// undecided.
std::optional<bool> is_refuted(const ErrorLimits& limits, const ClaimedCurve& claimed,
                               const Effort& effort);
/// Returns the enclosure of the p-value that a decision implies: at most `error` if refuted, otherwise at least
/// `error`.
Certified p_value_beside(const Rational& error, std::optional<bool> refuted);

/// Returns true if a p-value is below the permitted error probability; nothing if undecided.
std::optional<bool> is_refuted(const Certified& p_value, const Rational& error);

/// The audited parameter of an ordered family: the values on the private side of `value` are refuted.
struct AuditedParameter {
  Certified value;
  bool above;  ///< true if the private side is above `value`
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
/// Returns the supremum of the refuted epsilons at delta that these counts imply.
Certified reconstruction_epsilon(const ReconstructionCounts& counts, const Rational& error,
                                 const Rational& delta, int digits);
/// Returns the supremum of the refuted mu that these counts imply.
Certified reconstruction_mu(const ReconstructionCounts& counts, const Rational& error, int digits);
/// Returns P(Bin(attempts, gamma) >= successes) at the gamma(kappa) that the claim permits.
Certified reconstruction_p_value(const ReconstructionCounts& counts, const ClaimedCurve& claimed,
                                 const Effort& effort);

}  // namespace plumbline
