/// Claims about a mechanism, held against the counts of an attack.
#pragma once

#include "reference/engines/effort.hpp"
#include "reference/quantities/calibration/calibration.hpp"
#include "reference/statistics/claimed_curve.hpp"
#include "reference/statistics/error_limits.hpp"

namespace plumbline {

/// The least probability of error at which the counts refute the claim; 1 where none does.
/// The limit of alpha has the share weights.alpha of it, that of beta weights.beta, at most 1 together.
Certified claim_p_value(const TrialCounts& counts, const ErrorShares& weights,
                        const ClaimedCurve& claimed, const Effort& effort);

/// Whether f(alpha) > beta at limits: the claim is refuted at their confidence; nothing where undecided.
std::optional<bool> is_refuted(const ErrorLimits& limits, const ClaimedCurve& claimed,
                               const Effort& effort);
/// What that says of a p-value: at most `error`, or at least.
Certified p_value_beside(const Rational& error, std::optional<bool> refuted);

/// Whether a p-value is below the probability of error allowed; nothing where that is not decided.
std::optional<bool> is_refuted(const Certified& p_value, const Rational& error);

/// Of a family ordered along its parameter: the values on the private side of `value` are refuted.
struct AuditedParameter {
  Certified value;
  bool above;  ///< the private side
};
/// Nothing where no mechanism at all is refuted.
std::optional<AuditedParameter> audited_parameter(const ErrorLimits& limits, const Family& family,
                                                  Direction direction, const std::string& engine,
                                                  const Effort& effort);

/// `successes` of `attempts` independent reconstructions, where a guess without the output succeeds
/// with probability at most kappa.
struct ReconstructionCounts {
  long successes = 0, attempts = 0;
  Rational kappa;
  void check() const;
};
/// The supremum of the gamma for which "ReRo(kappa) <= gamma" is refuted: the lower limit of success.
Certified audited_gamma(const ReconstructionCounts& counts, const Rational& error, int digits);
/// What follows of it: the supremum of the refuted epsilons at delta, and of the refuted mu.
Certified reconstruction_epsilon(const ReconstructionCounts& counts, const Rational& error,
                                 const Rational& delta, int digits);
Certified reconstruction_mu(const ReconstructionCounts& counts, const Rational& error, int digits);
/// P(Bin(attempts, gamma) >= successes) at the gamma(kappa) that the claim allows.
Certified reconstruction_p_value(const ReconstructionCounts& counts, const ClaimedCurve& claimed,
                                 const Effort& effort);

}  // namespace plumbline
