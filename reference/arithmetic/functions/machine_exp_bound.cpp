#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/functions/machine_exp.hpp"
#include "reference/arithmetic/functions/machine_up.hpp"

namespace plumbline {

// BOUND(MACHINE-EXP)
// Statement.  With u = 2^-53, machine_exp(x) has a relative error of at most 8u against e^x for -700 <= x <= 700, and
//             machine_turn(x) an error of at most 8u against e^{ix} for |x| <= 2^14.
// Needs.      (a) Rounding to nearest: the caller, by rounds_to_nearest(). (b) The ranges: checked there (0
//             below, not a number elsewhere).
// Proof.      For e^x, n is an integer, and |x - n log 2| <= 0.3467, since n is the nearest to a double within 2u
//             |x/log 2| of x/log 2. kHigh has 32 bits and |n| <= 1011: n kHigh is exact. kLow is within 2^-86 of log
//             2 - kHigh, and n kLow has an error of less than 1e-6 u. Two subtractions of results below 0.3467 lose
//             0.35u each: r has an error of at most 0.72u, and e^r a relative error of at most 0.72u. The series to
//             r^13 leaves r^14/14! < 0.04u; its coefficients 1/i!, i >= 3, are within u: 0.01u. Horner's rule: with
//             q_i the sum from r^i on, over r^i, the error e_i of q_i has e_i <= |r| e_{i+1} + u (|q_i| + |r
//             q_{i+1}|), where |q_0| <= 1.42, |q_1| <= 1.2, |q_2| <= 0.57, |q_3| <= 0.19 and less from there: e_3 <=
//             0.3u, e_2 <= 0.8u, e_1 <= 1.8u, e_0 <= 2.5u. Because e^r >= 0.707 this is a relative error of 3.6u; in
//             total less than 5u, with terms of u^2. The last factor is 2^n, a normal number, and so is the product:
//             exact. For e^{ix}: likewise |x - n pi/2| <= 0.7855, n kHigh is exact as kHigh has 31 bits and |n| <
//             2^14, kLow is within 2^-87 of pi/2 - kHigh: r is off by 1.6u (two subtractions of results below 1, 0.8u
//             each), and so is e^{ir}. q = r^2 < 0.618 is off by u. The series leave r^19/19! and r^18/18!, below
//             0.02u. Sine over r: 1 and 0.11u for the last two operations, 0.2u from the one before, 0.11u for q,
//             0.11u for coefficients: 1.5u, times r and rounded: 2u. Cosine: 1.31u, 0.36u, 0.31u and 0.02u: 2u. The
//             two together 2.9u, and 4.5u with r. An operation that is fused with the next loses less.
// Source.     Elementary; the reduction is Cody and Waite's.
double elementary_share() {
  static_assert(kExpShares == 8 && kTurnShares == 8);
  const Bits p{64};
  return machine_up(bound<"MACHINE-EXP">(UpperBound::of(exact(8 * kDoubleShare, p))));
}

}  // namespace plumbline
