/// Audits that use one training run with many canaries.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/statistics/claimed_curve.hpp"
#include "reference/values/certified.hpp"

namespace plumbline {

/// m canaries, each in the training set with probability 1/2, independently. The attack made r guesses ("in" or
/// "out"), of which v are right.
struct OneRunCounts {
  long canaries = 0, guesses = 0, right = 0;
  /// Throws std::invalid_argument on impossible numbers.
  void check() const;
  /// `candidates` are the numbers of guesses among which the auditor chose. Throws std::invalid_argument if a candidate
  /// is not a valid number of guesses, or if `guesses` is not one of the candidates.
  void check_candidates(const std::vector<long>& candidates) const;
};

/// The formula that bounds the probability that delta adds to the binomial tail.
enum class OneRunBound {
  published,  ///< Theorem 5.2 of Steinke, Nasr and Jagielski 2023
  exchange,   ///< at most the published bound for all relevant counts; ONE-RUN-EXCHANGE
};
std::string one_run_bound_name(OneRunBound bound);

/// Returns an enclosure of a formula that is an upper bound of P(V >= v), the probability of at least v right guesses,
/// for every (epsilon, delta)-DP mechanism and every strategy of r guesses. Requires epsilon >= 0. The published bound
/// requires P(Bin(r, q) >= v) <= q with q = e^epsilon/(1+e^epsilon); otherwise it is 1.
Ball one_run_excess_law(const OneRunCounts& counts, const Ball& epsilon, const Rational& delta,
                        OneRunBound bound);

/// Returns the supremum of the epsilons that are refuted at delta with the error probability `error`, in (0, 1/2]; 0 if
/// no epsilon is refuted.
Certified one_run_epsilon(const OneRunCounts& counts, const Rational& delta, const Rational& error,
                          OneRunBound bound, int digits);

/// Returns the p-value of the claim of (epsilon, delta)-DP.
Certified one_run_p_value(const OneRunCounts& counts, const Real& epsilon, const Rational& delta,
                          OneRunBound bound, int digits);

/// The p-value of the claim that a mechanism has a privacy profile. The claim is judged at the point (epsilon,
/// delta(epsilon)) of the profile; `epsilon` is the one with the smallest p-value that a search finds.
struct OneRunMechanismClaim {
  Certified p_value;
  Rational epsilon;
};
OneRunMechanismClaim one_run_claim(const OneRunCounts& counts, PrivacyProfile& profile,
                                   const Effort& effort);
/// Returns the p-value of the claim at a given epsilon of the profile.
Certified one_run_claim_at(const OneRunCounts& counts, PrivacyProfile& profile,
                           const Rational& epsilon, const Effort& effort);

}  // namespace plumbline
