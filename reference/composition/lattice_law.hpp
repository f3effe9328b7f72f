/// Laws of the loss on a lattice that provably dominate, or are dominated by, an exact law, and
/// their composition by exact integer convolution.
#pragma once

#include <vector>

#include "reference/arithmetic/integer_vector.hpp"

namespace plumbline::lattice {

enum class Side { upper, lower };

/// What laws that are composed with each other share.
struct Frame {
  Side side = Side::upper;
  double theta = 0;    ///< the tilt, meant exactly
  long scale = 0;      ///< masses are integers times 2^-scale
  size_t most = 4096;  ///< largest number of nodes kept after a composition
  Bits p{128};         ///< of the ball arithmetic on the constants

  /// n units as a ball.
  Ball units(long n) const { return Integer(n).scaled(scale, p); }
};

// BOUND(LATTICE-ORDER)
// Statement.  For a finite measure m on losses l let x = e^l, C_m(k) = int (x - k)_+ dm, and m <= n
//             mean: same P-mass (int dm) and Q-mass (int x dm), and C_m <= C_n everywhere. A Law
//             stands for an exact measure X >= 0 and holds a measure b >= 0 on a lattice with int
//             x^theta dX <= exact_mass and, for some signed e, int x^theta d|e| <= error: X <= b +
//             e (upper) or b <= X + e (lower). If two such laws are composed (losses add, measures
//             convolve), b1 * b2 stands for X1 * X2 with exact_mass = the product and error =
//             error1 m2 + m1 error2, m_i the larger of exact_mass_i and int x^theta db_i. Any
//             change r of b adds int x^theta d|r| to the error.
// Proof.      C_{m*z}(k) = int x C_m(k/x) dz(x), so m <= n implies m * z <= n * z for every z >= 0
//             (z need be nothing else, m and n may be signed). Lower: b1*b2 <= b1*(X2 + e2) = b1*X2
//             + b1*e2 <= (X1 + e1)*X2 + b1*e2. Upper: X1*X2 <= X1*(b2 + e2) = X1*b2 + X1*e2 <= (b1
//             + e1)*b2 + X1*e2. x^theta is multiplicative, so the norms multiply.
// Source.     Convex order: Blackwell 1953; Shaked and Shanthikumar 2007, 3.A. The error
//             bookkeeping is this project's.
struct Law {
  Rational origin, step;  ///< node i has loss origin + i step
  IntegerVector masses;   ///< x^theta db, normalised, in units of 2^-scale
  Ball error, exact_mass;
};

/// Composition, then nodes of total mass at most `drop` left out at each end, then coarsening to
/// frame.most nodes. The two steps must be equal.
Law compose(const Law& a, const Law& b, const Frame& frame, const Ball& drop);

/// The law on a lattice of twice the step (LATTICE-COARSE). Needs at least 8 nodes.
Law coarsened(const Law& law, const Frame& frame);

/// Replaces negative masses y at the nodes `at` (increasing, in steps) by moving them to both
/// neighbours, keeping P- and Q-mass, and returns what is left unbalanced (LATTICE-REPAIR).
Ball repair(const std::vector<long>& at, std::vector<Integer>& y, const Rational& step,
            const Frame& frame);

}  // namespace plumbline::lattice
