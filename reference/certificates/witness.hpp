/// Witness thresholds: where to look so that each end of a certificate is an inequality about the
/// privacy profile at a few places, and who checks it needs no search.
///
/// THEOREM. Let delta be the privacy profile in the certificate's direction (of the reversed pair for
/// tradeoff_inverse), a the level, x = e^t, F(x) = delta(log x) + a x. Whoever knows delta at the thresholds
/// knows the ends, whatever thresholds they are:
///   (a) f(a) >= 1 - F(x) at any x > 0: one threshold proves `lower` of a trade-off value (`upper` of
///       power and rero, 1 - f) where 1 - F(x) >= lower.
///   (b) f(a) <= 1 - m, where m is what F is nowhere below by its values at places x_1 < ... < x_6: between
///       two neighbours the larger of the lines through the pairs on either side, and outside what
///       delta >= max(1 - x, 0) and the slopes leave.
///   (c) epsilon >= t where delta(t) > delta, epsilon <= t where delta(t) <= delta.
///   (d) the Bayes error at prior p is (1 - p)(1 - delta(log(p/(1 - p)))), the posterior 1 minus that.
///   (e) a target of a calibration is met, or missed, at a value of its parameter by (a) to (d) for the
///       mechanism with that value.
/// Needs. f(a) = 1 - inf F over x > 0, and F convex in x: delta(log x) = sup over events of Q - x P.
/// Proof. (a) the infimum. (b) a convex function lies above the line through two of its points outside
///   of the two. (c) delta falls and is continuous. (d) the best decision between P and Q with the prior
///   p of P. (e) by definition.
/// No verdict of this program needs them: check() looks for its own, check_witness() sees to their form
/// alone, and an end whose thresholds are no good stays undecided for those who need them.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/certificates/certificate.hpp"

namespace plumbline {

/// Adds the thresholds that this quantity's ends rest on (docs/certificates.md says which), as far as
/// they are found within the effort; nothing for a quantity that has none.
void add_witness(const Query& request, const Effort& effort, Certificate* certificate);

/// Throws std::invalid_argument, naming the text, where one is not `3/7`, `log 3/7` or the like, or
/// the quantity's certificates have no witness for such an end.
void check_witness(const Certificate& certificate);

}  // namespace plumbline
