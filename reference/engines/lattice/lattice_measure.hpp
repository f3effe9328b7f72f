/// Measures of the loss on a lattice that provably dominate an exact distribution, or are dominated by it, and their
/// composition by exact integer convolution.
#pragma once

#include <vector>

#include "reference/arithmetic/vectors/integer_vector.hpp"
#include "reference/mechanisms/loss_measure.hpp"

namespace plumbline::lattice {

enum class ConvexOrder { upper, lower };

/// The parameters that composed measures share.
struct Frame {
  ConvexOrder order = ConvexOrder::upper;
  double theta = 0;    ///< the tilt, an exact double
  long scale = 0;      ///< masses are integers times 2^-scale
  size_t most = 4096;  ///< maximum number of nodes after a composition
  Bits p{128};         ///< precision of the ball arithmetic for the constants

  /// Returns n units as a ball.
  Ball units(long n) const { return Integer(n).scaled(scale, p); }
};

// BOUND(LATTICE-ORDER)
// Statement.  For a finite signed measure m on losses l let x = e^l and C_m(k) = int (x - k)_+ dm. Let m <= n mean
//             that m and n have the same P-mass (int dm) and the same Q-mass (int x dm), and that C_m <= C_n
//             everywhere. A LatticeMeasure represents an exact measure X >= 0. It contains a measure b >= 0 on a
//             lattice, where int x^theta dX <= exact_mass, and for some signed e with int x^theta d|e| <= error,
//                 X <= b + e (upper)    or    b <= X + e (lower).
//             If two such measures are composed (losses add, measures convolve), then b1 * b2 represents X1 * X2 with
//                 exact_mass = exact_mass1 exact_mass2,
//                 error      = error1 m2 + m1 error2,
//             where m_i is the larger of exact_mass_i and int x^theta db_i. Any change r of b adds int x^theta d|r|
//             to the error.
// Needs.      (a) Both measures have the same step, order, tilt and scale: compose() checks the step; the others are
//             those of the caller's one Frame. (b) b >= 0: every LatticeMeasure is a result of discretise(),
//             coarsened() or compose(), in which repair() leaves no negative mass.
// Proof.      C_{m*z}(k) = int x C_m(k/x) dz(x), so m <= n implies m * z <= n * z for every z >= 0 (only z must be
//             nonnegative: m and n may be signed). Hence
//                 lower: b1 * b2 <= b1 * (X2 + e2) = b1 * X2 + b1 * e2 <= (X1 + e1) * X2 + b1 * e2,
//                 upper: X1 * X2 <= X1 * (b2 + e2) = X1 * b2 + X1 * e2 <= (b1 + e1) * b2 + X1 * e2,
//             so that e = e1 * X2 + b1 * e2 (lower) or e = e1 * b2 + X1 * e2 (upper). x^theta is multiplicative, so
//             int x^theta d|m * n| <= int x^theta d|m| int x^theta d|n|. If b is replaced by b + r, then b + e =
//             (b + r) + (e - r), and b <= X + e implies b + r <= X + (e + r).
// Source.     Convex order: Blackwell 1953; Shaked and Shanthikumar 2007, 3.A. The propagation of errors is this
//             project's.
struct LatticeMeasure {
  Rational origin, step;  ///< node i has loss origin + i step
  IntegerVector masses;   ///< x^theta db times a common factor, in units of 2^-scale
  Ball error, exact_mass;
};

/// Composes two measures, omits nodes of total mass at most `drop` at each end, and coarsens the result to at most
/// frame.most nodes. A measure with fewer than kFewestToCoarsen nodes is not coarsened. Throws std::logic_error
/// unless a and b have equal steps. `poll` may throw, here and below.
LatticeMeasure compose(
    const LatticeMeasure& a, const LatticeMeasure& b, const Frame& frame, const Ball& drop,
    const Poll& poll = [] {});

/// Minimum number of nodes for coarsened(). coarsened() treats the first and the last cell in different ways
/// (LATTICE-COARSE) and therefore needs at least two cells. The number includes a margin.
constexpr size_t kFewestToCoarsen = 8;

/// Returns the measure on a lattice of twice the step (LATTICE-COARSE). Throws std::logic_error for a measure with
/// fewer nodes than kFewestToCoarsen.
LatticeMeasure coarsened(
    const LatticeMeasure& measure, const Frame& frame, const Poll& poll = [] {});

/// Removes the negative masses from y and returns the resulting error (LATTICE-REPAIR). y[i] is the mass of the node
/// whose loss is at[i] steps; `at` increases. In a lower measure, a negative mass moves to nodes on both sides, with
/// unchanged total P- and Q-mass. In an upper measure, it is set to zero.
Ball repair(
    const std::vector<long>& at, std::vector<Integer>& y, const Rational& step, const Frame& frame,
    const Poll& poll = [] {});

}  // namespace plumbline::lattice
