#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/functions/machine_exp.hpp"
#include "reference/arithmetic/functions/machine_up.hpp"

namespace plumbline {

// BOUND(MACHINE-EXP)
// Statement.  Let u = 2^-53. machine_exp(x) has a relative error of at most 8u against e^x for -700 <= x <= 700.
//             machine_turn(x) has an error of at most 8u against e^{ix} for |x| <= 2^14.
// Needs.      (a) Rounding to nearest: the caller, by rounds_to_nearest(). (b) The ranges: checked there (0 below,
//             NaN elsewhere).
// Proof.      e^x: n is the integer nearest to a double within 2u |x/log 2| of x/log 2; hence |x - n log 2| <=
//             0.3467. kHigh has 32 bits and |n| <= 1011, so that n kHigh is exact. kLow is within 2^-86 of log 2 -
//             kHigh, and n kLow has an error of less than 1e-6 u. Two subtractions with results below 0.3467 have
//             errors of at most 0.35u each. Hence r has an error of at most 0.72u, and e^r a relative error of at
//             most 0.72u. The truncation error of the series to r^13 is r^14/14! < 0.04u. Its coefficients 1/i!, i >=
//             3, have a relative error of at most u and contribute 0.01u. Horner's rule: let q_i be the sum of the
//             terms from r^i on, divided by r^i. Its error e_i satisfies e_i <= |r| e_{i+1} + u (|q_i| + |r
//             q_{i+1}|), where |q_0| <= 1.42, |q_1| <= 1.2, |q_2| <= 0.57, |q_3| <= 0.19 and the next are smaller.
//             Hence e_3 <= 0.3u, e_2 <= 0.8u, e_1 <= 1.8u, e_0 <= 2.5u. Because e^r >= 0.707, the relative error is
//             at most 3.6u; the total is less than 5u, with terms of u^2. The last factor is 2^n, a normal number,
//             and the product is normal; hence it is exact. e^{ix}: as above, |x - n pi/2| <= 0.7855. n kHigh is
//             exact because kHigh has 31 bits and |n| < 2^14, and kLow is within 2^-87 of pi/2 - kHigh. Hence r has
//             an error of 1.6u (two subtractions with results below 1, 0.8u each), and so has e^{ir}. q = r^2 < 0.618
//             has a relative error of at most u. The truncation errors of the series, r^19/19! and r^18/18!, are below
//             0.02u. Sine divided by r: the last two operations contribute u and 0.11u, the operation before them
//             0.2u, the error of q 0.11u, and the errors of the coefficients 0.11u. The total is 1.5u. Multiplied by r
//             and rounded, the error is 2u. Cosine: 1.31u, 0.36u, 0.31u and 0.02u, in total 2u. The error from cosine
//             and sine together is 2.9u, and 4.5u with the error of r. An operation that is fused with the next has a
//             smaller error.
// Source.     Elementary; the reduction is Cody and Waite's.
double elementary_share() {
  static_assert(kExpShares == 8 && kTurnShares == 8);
  const Bits p{64};
  return machine_up(bound<"MACHINE-EXP">(UpperBound::of(exact(8 * kDoubleShare, p))));
}

}  // namespace plumbline
