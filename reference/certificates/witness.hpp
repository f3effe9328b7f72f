/// Witness thresholds: points at which a few values of the privacy profile prove each end of a certificate, so that a
/// checker needs no search.
///
/// THEOREM. Let delta be the privacy profile in the direction of the certificate (of the reversed pair for
/// tradeoff_inverse), f the trade-off function, a the level, x = e^t and F(x) = delta(log x) + a x. Values of delta
/// at any thresholds imply bounds on the ends:
///   (a) f(a) >= 1 - F(x) at any x > 0. One threshold with 1 - F(x) >= lower proves `lower` of a trade-off value (or
///       `upper` of power and rero, which are 1 - f).
///   (b) f(a) <= 1 - m, where m is a lower bound of F that follows from its values at places x_1 < ... < x_6. Between
///       two neighbours, the bound is the larger of the lines through the pairs on both sides. Outside of the places,
///       it follows from delta >= max(1 - x, 0) and the slopes.
///   (c) epsilon >= t if delta(t) > delta, and epsilon <= t if delta(t) <= delta.
///   (d) The Bayes error at prior p is (1 - p)(1 - delta(log(p/(1 - p)))), and the posterior is 1 minus that.
///   (e) A target of a calibration is met, or missed, at a value of its parameter by (a) to (d) for the mechanism
///       with that value.
/// Needs. f(a) = 1 - inf F over x > 0, and F is convex in x: delta(log x) = sup over events of Q - x P.
/// Proof. (a) follows from the infimum. (b) A convex function lies above the line through two of its points outside
/// of the interval between them. (c) delta is nonincreasing and continuous. (d) is the best decision between P and Q
/// with the prior p of P. (e) holds by definition. No verdict of this program depends on witnesses: check() searches
/// its own thresholds, and check_witness() checks only their form. An end with bad thresholds remains undecided for
/// checkers that need thresholds.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/certificates/certificate.hpp"

namespace plumbline {

/// Adds the thresholds that prove the ends of the certificate (docs/certificates.md lists them), if the search finds
/// them within the effort. Adds nothing for a quantity without witness.
void add_witness(const Query& request, const Effort& effort, Certificate* certificate);

/// Checks the form of the thresholds. Throws std::invalid_argument, naming the text, if a threshold is not of a form
/// such as `3/7` or `log 3/7`, or if certificates of the quantity have no witness for such an end.
void check_witness(const Certificate& certificate);

}  // namespace plumbline
