/// Upper confidence limits that hold simultaneously for the type I and the type II error of an attack, and their
/// consequences for the attacked mechanism.
#pragma once

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/real.hpp"
#include "reference/mechanisms/neighbours/direction.hpp"

namespace plumbline {

class Certified;

/// The division of the error probability, which is 1 - confidence. `alpha` is the part g1 for the limit of the type I
/// error, and `beta` is the part g2 for the limit of the type II error.
struct ErrorShares {
  Rational alpha, beta;
  /// Divides the error probability 1 - confidence. `confidence` and `split` are in (0, 1); alpha has the part `split`
  /// of the error probability. Throws std::invalid_argument, naming the invalid number.
  static ErrorShares of(const Rational& confidence, const Rational& split);
  Rational sum() const { return alpha + beta; }
};

/// Counts of the errors in independent trials of a test that was fixed in advance.
struct TrialCounts {
  long false_positives = 0, others = 0;  ///< a out of n0 trials without the record in which the
                                         ///< attack answers "member"
  long misses = 0, members = 0;          ///< b out of n1 trials with the record in which the attack
                                         ///< answers "other"
  /// Throws std::invalid_argument on negative or impossible numbers and on fewer than two trials.
  void check() const;
};

/// Upper limits for alpha and beta that hold simultaneously at the confidence, as enclosures.
struct ErrorLimits {
  Ball alpha, beta;
  std::string method;  ///< name of the method
};

/// Returns the limits of Clopper and Pearson from counts.
ErrorLimits error_limits(const TrialCounts& counts, const ErrorShares& shares, int digits);

/// Returns the supremum of the epsilons for which the claim "(epsilon, delta)-DP in that direction" is refuted; 0 if no
/// epsilon is refuted.
Certified audited_epsilon(const ErrorLimits& limits, const Rational& delta, Direction direction,
                          int digits);
/// Returns the supremum of the deltas for which the claim "(epsilon, delta)-DP in that direction" is refuted, epsilon
/// >= 0; 0 if no delta is refuted.
Certified audited_delta(const ErrorLimits& limits, const Real& epsilon, Direction direction,
                        int digits);
/// Returns the supremum of the mu for which mu-GDP is refuted; 0 if no mu is refuted.
Certified audited_mu(const ErrorLimits& limits, int digits);
/// Returns the supremum of the total variations (attackers' advantages TPR - FPR) that are refuted.
Certified audited_advantage(const ErrorLimits& limits, int digits);
/// Returns the supremum of the numbers y for which the claim "every attack with FPR `fpr` has a TPR of at most y" is
/// refuted.
Certified audited_tpr(const ErrorLimits& limits, const Rational& fpr, int digits);

/// Returns the limit of alpha as an answer.
Certified audited_alpha(const ErrorLimits& limits, int digits);
/// Returns the limit of beta as an answer.
Certified audited_beta(const ErrorLimits& limits, int digits);

}  // namespace plumbline
