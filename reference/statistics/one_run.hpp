/// Audits of one run with many canaries.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/statistics/claimed_curve.hpp"
#include "reference/values/certified.hpp"

namespace plumbline {

/// m canaries, each in the training set with probability 1/2, independently; r of them were guessed
/// ("in" or "out"), v guesses are right.
struct OneRunCounts {
  long canaries = 0, guesses = 0, right = 0;
  /// Throws std::invalid_argument on impossible numbers.
  void check() const;
  /// Throws std::invalid_argument where one of these numbers of guesses, which were possible, is none.
  void check_candidates(const std::vector<long>& candidates) const;
};

/// How much a mechanism may exceed the binomial law for its delta.
enum class OneRunBound {
  published,  ///< Theorem 5.2 of Steinke, Nasr and Jagielski 2023
  exchange,   ///< never more than that where it matters; ONE-RUN-EXCHANGE
};
std::string one_run_bound_name(OneRunBound bound);

/// An upper bound of P(V >= v) for every (epsilon, delta)-DP mechanism and every way to make r guesses,
/// as an enclosure of the formula; epsilon >= 0. Of the published one: where P(Bin(r, q) >= v) <= q,
/// q = e^epsilon/(1+e^epsilon), and 1 elsewhere.
Ball one_run_excess_law(const OneRunCounts& counts, const Ball& epsilon, const Rational& delta,
                        OneRunBound bound);

/// The supremum of the epsilons that are refuted at delta with probability of error g, 0 < g <= 1/2; 0
/// where none is.
Certified one_run_epsilon(const OneRunCounts& counts, const Rational& delta, const Rational& error,
                          OneRunBound bound, int digits);

/// The p-value of a claim of one epsilon.
Certified one_run_p_value(const OneRunCounts& counts, const Real& epsilon, const Rational& delta,
                          OneRunBound bound, int digits);

/// The p-value of a mechanism: at the epsilon of its profile that was found to refute it best.
struct OneRunMechanismClaim {
  Certified p_value;
  Rational epsilon;
};
OneRunMechanismClaim one_run_claim(const OneRunCounts& counts, PrivacyProfile& profile,
                                   const Effort& effort);
/// Judges the claim at a given epsilon.
Certified one_run_claim_at(const OneRunCounts& counts, PrivacyProfile& profile,
                           const Rational& epsilon, const Effort& effort);

}  // namespace plumbline
