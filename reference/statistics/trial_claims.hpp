/// Claims about a mechanism, compared with the counts of an attack.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/calibration/calibration.hpp"
#include "reference/statistics/claimed_curve.hpp"
#include "reference/statistics/error_limits.hpp"

namespace plumbline {

/// The smallest probability of error at which the counts refute the claim; 1 if they do not refute it. The limit of
/// alpha has the share weights.alpha of it, that of beta the share weights.beta, with a sum of at most 1.
Certified claim_p_value(const TrialCounts& counts, const ErrorShares& weights,
                        const ClaimedCurve& claimed, const Effort& effort);

/// Returns true if f(alpha) > beta at limits: the claim is refuted at their confidence; nothing if undecided.
std::optional<bool> is_refuted(const ErrorLimits& limits, const ClaimedCurve& claimed,
                               const Effort& effort);
/// Returns the enclosure of the p-value that a decision implies: at most `error` if refuted, else at least.
Certified p_value_beside(const Rational& error, std::optional<bool> refuted);

/// Returns true if a p-value is below the allowed probability of error; nothing if undecided.
std::optional<bool> is_refuted(const Certified& p_value, const Rational& error);

/// The audited parameter of an ordered family: the values on the private side of `value` are refuted.
struct AuditedParameter {
  Certified value;
  bool above;  ///< true if the private side is above `value`
};
/// Returns nothing if the counts refute no member of the family.
std::optional<AuditedParameter> audited_parameter(const ErrorLimits& limits, const Family& family,
                                                  Direction direction, const std::string& engine,
                                                  const Effort& effort);

/// `successes` of `attempts` independent reconstructions, if a guess without the output succeeds with probability at
/// most kappa.
struct ReconstructionCounts {
  long successes = 0, attempts = 0;
  Rational kappa;
  void check() const;
};
/// The supremum of the gamma for which "ReRo(kappa) <= gamma" is refuted: the lower limit of the success probability.
Certified audited_gamma(const ReconstructionCounts& counts, const Rational& error, int digits);
/// Returns the implied bounds: the supremum of the refuted epsilons at delta, and of the refuted mu.
Certified reconstruction_epsilon(const ReconstructionCounts& counts, const Rational& error,
                                 const Rational& delta, int digits);
Certified reconstruction_mu(const ReconstructionCounts& counts, const Rational& error, int digits);
/// P(Bin(attempts, gamma) >= successes) at the gamma(kappa) that the claim permits.
Certified reconstruction_p_value(const ReconstructionCounts& counts, const ClaimedCurve& claimed,
                                 const Effort& effort);

}  // namespace plumbline
