#include "reference/statistics/attack_rates.hpp"

#include "reference/arithmetic/bound.hpp"

namespace plumbline {

// BOUND(ATTACK-RATES)
// Statement.  Let an attack have the false positive rate x and the true positive rate y, in either direction of a
//             pair.
//             (a) If delta(epsilon) <= delta in both directions, y <= e^epsilon x + delta and y <= 1 - e^-epsilon
//             (1 - delta - x).
//             (b) If the total variation is at most d, y <= x + d.
//             (c) If y <= u for every attack with x = a, then y <= u for x <= a, and y <= u x/a for x > a > 0.
// Needs.      Values of both directions for (a): the caller.
// Proof.      (a) is the definition of delta for the event "the attack answers yes", and, with the data sets
//             exchanged, for its complement: 1 - x <= e^epsilon (1 - y) + delta. (b) is the definition of the total
//             variation. (c) Let g(x) be the largest y at x. g does not decrease, it is concave (an attack may be a
//             random choice of two attacks), and g(0) >= 0. Hence g(x)/x decreases.
// Source.     Wasserman, Zhou 2010, Section 3; Kairouz, Oh, Viswanath 2015, Theorem 2.1.
Ball rate_by_guarantee(const Rational& epsilon, const Rational& delta, const Rational& false_rate,
                       Bits p) {
  const Ball factor = exp(Ball(epsilon, p)), d(delta, p), x(false_rate, p);
  const Ball one = Ball::integer(1, p);
  return bound_number<"ATTACK-RATES">(min(factor * x + d, one - (one - d - x) / factor));
}

Ball rate_by_distance(const Rational& distance, const Rational& false_rate, Bits p) {
  return bound_number<"ATTACK-RATES">(Ball(false_rate + distance, p));
}

Ball rate_by_power(const Rational& level, const Rational& power, const Rational& false_rate,
                   Bits p) {
  if (!(level < false_rate)) return bound_number<"ATTACK-RATES">(Ball(power, p));
  // A bound at level 0 implies nothing at larger levels, so the trivial bound 1 is returned.
  if (level.sign() <= 0) return Ball::integer(1, p);
  return bound_number<"ATTACK-RATES">(Ball(power * false_rate / level, p));
}

}  // namespace plumbline
