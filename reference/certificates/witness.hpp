/// Witness thresholds: places at which a few values of the privacy profile prove each end of a certificate, so that a
/// checker needs no search.
///
/// THEOREM. Let delta be the privacy profile in the certificate's direction (of the reversed pair for
/// tradeoff_inverse), a the level, x = e^t, F(x) = delta(log x) + a x. The values of delta at any thresholds imply
/// bounds on the ends:
///   (a) f(a) >= 1 - F(x) at any x > 0: one threshold proves `lower` of a trade-off value (`upper` of
///       power and rero, 1 - f) if 1 - F(x) >= lower.
///   (b) f(a) <= 1 - m, where m is a lower bound of F that follows from its values at places x_1 < ... < x_6: between
///       two neighbours the larger of the lines through the pairs on either side, and outside the bound from
///       delta >= max(1 - x, 0) and the slopes.
///   (c) epsilon >= t if delta(t) > delta, epsilon <= t if delta(t) <= delta.
///   (d) the Bayes error at prior p is (1 - p)(1 - delta(log(p/(1 - p)))), the posterior 1 minus that.
///   (e) a target of a calibration is met, or missed, at a value of its parameter by (a) to (d) for the
///       mechanism with that value. Needs. f(a) = 1 - inf F over x > 0, and F convex in x: delta(log x) = sup over
///       events of Q - x P. Proof. (a) the infimum. (b) a convex function lies above the line through two of its points
///       outside
///   of the two. (c) delta is non-increasing and continuous. (d) the best decision between P and Q with the prior
///   p of P. (e) by definition. No verdict of this program depends on them: check() searches its own thresholds,
///   check_witness() checks only the form, and an end with bad thresholds stays undecided for checkers that need
///   thresholds.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/certificates/certificate.hpp"

namespace plumbline {

/// Adds the thresholds that prove the ends of this quantity (docs/certificates.md lists them), as far as they are found
/// within the effort; nothing for a quantity without witness.
void add_witness(const Query& request, const Effort& effort, Certificate* certificate);

/// Throws std::invalid_argument, naming the text, if a threshold does not have a form such as `3/7` or `log 3/7`, or if
/// certificates of the quantity have no witness for such an end.
void check_witness(const Certificate& certificate);

}  // namespace plumbline
