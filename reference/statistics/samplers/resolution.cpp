#include "reference/statistics/samplers/resolution.hpp"

#include <cmath>
#include <cstdint>
#include <string>

#include "reference/arithmetic/bound.hpp"

namespace plumbline {
namespace {

constexpr Bits kLatticeBits{128};
constexpr long kLowCells = 16;
/// The draws x with approximately |x| <= 2^-10/peak count as near zero.
constexpr int kShellPower = -10;
/// The number c of UNIFORM-LATTICE: tolerance for the rounding of a draw.
constexpr long kRoundings = 2;

UpperBound binary_bound(int exponent) {
  return UpperBound::of(exact(std::ldexp(1.0, exponent), kLatticeBits));
}

UpperBound certain_mass() { return binary_bound(0); }

}  // namespace

// BOUND(LOW-BITS)
// Statement.  Let X have a density f that is symmetric about 0 and does not increase away from it, with f(0) <=
//             2^102. Round X to the nearest number of s significant bits. The last four of these bits have each of
//             their 16 values with probability at most 1/16 + 2^(4-s).
// Needs.      s is 24 or 53 with the exponents of floats or doubles, or s >= 8 without limits of the exponent; the
//             scale is 2^-100 or more: real_line.cpp.
// Proof.      Let n = 2^(s-1), and let a_i be the probability of the i-th of the n numbers from 2^e on, i = 0, ...,
//             n-1. Each number except the first represents an interval of length u = 2^(e+1-s). These intervals are
//             adjacent and in order outwards, so that a_1 >= a_2 >= ... Consider the numbers of one residue modulo
//             16. The first one or two of them have at most A each, and each later one has at most the sixteenth part
//             of the sum of itself and the 15 before it. Together they have at most 2A + (a_0 + ... + a_(n-1))/16,
//             where A = u f(2^e (1 - 2^-s)) >= a_i. With y = 2^e (1 - 2^-s), the integral of f from 2^(e-1) to y is
//             at least (y - 2^(e-1)) f(y) >= 0.49 2^e f(y). These intervals are disjoint for different e, and all of
//             them have at most 1/2 on one side of 0: sum_e A <= 2^(1-s)/0.98 on that side. On both sides together
//             the terms 2A sum to at most 4.1 2^(1-s) = 8.2 2^-s. Zero and subnormal numbers have at most 2^-125 f(0)
//             <= 2^-23 for floats. This is at most 16 2^-s - 8.2 2^-s = 7.8 2^-24, the part of the bound that is left.
//             For doubles, zero and subnormal numbers have much less.
// Slack.      The probabilities differ from 1/16 by a small part of this.
// Source.     This project's.
CellPartition low_bits(int bits) {
  CellPartition out;
  out.name = "low bits";
  const UpperBound more = bound<"LOW-BITS">(binary_bound(4 - bits));
  for (long r = 0; r < kLowCells; ++r) {
    out.cells.push_back("last four of " + std::to_string(bits) + " bits " + std::to_string(r));
    out.masses.push_back(binary_bound(-4) + more);
  }
  out.cell = [bits](const SamplerDraw& x, const SamplerDraw&) {
    if (!std::isfinite(x.value)) return size_t{0};
    int exponent = 0;
    const double part = std::ldexp(std::frexp(std::fabs(x.value), &exponent), bits);
    return static_cast<size_t>(static_cast<uint64_t>(part) % kLowCells);
  };
  return out;
}

// BOUND(UNIFORM-LATTICE)
// Statement.  Let X have the density f of LOW-BITS and the distribution function F, and let X be rounded to d with a
//             relative error of at most 2^-s, that is, |d - X| <= 2^-s |X|. Let T > 0 and K = s + 1. The probability
//             that |d| <= T and that F(d) is within c f(0) T 2^(1-s) of a multiple of 2^-K is at most 2w L + 2w 2^-K,
//             where L = 2 f(0) T (1 + 2^(1-s)) and w = 2^K (c + 1) f(0) T 2^(1-s).
// Needs.      Membership is decided by balls: a draw counts if its distance is certainly at most this number.
// Proof.      |F(d) - F(X)| <= f(0) |d - X| <= f(0) 2^-s |X| <= f(0) T 2^(1-s), because |X| <= |d|/(1 - 2^-s). So
//             F(X) is within w 2^-K of a multiple of 2^-K, and in an interval of length at most L around F(0). F(X)
//             is uniform. The numbers within w 2^-K of a multiple, in an interval of length L, are at most 2^K L + 1
//             intervals of length 2w 2^-K.
// Source.     This project's; samplers that show such holes: Mironov 2012.
CellPartition uniform_lattice(const RealNoise& noise, int bits) {
  const double shell = std::ldexp(1 / noise.peak.approximate(), kShellPower);  // T
  const Ball T = exact(shell, kLatticeBits), spread = noise.peak * T;          // f(0) T
  const Ball unit = exact(std::ldexp(1.0, 1 - bits), kLatticeBits);
  const Ball per_K = exact(std::ldexp(1.0, bits + 1), kLatticeBits);  // 2^K
  const Ball near = per_K * spread * unit * kRoundings,
             w = per_K * spread * unit * (kRoundings + 1),
             L = spread * 2 * (Ball::integer(1, kLatticeBits) + unit);
  const UpperBound on = UpperBound::of(
      bound_number<"UNIFORM-LATTICE">(w * 2 * (L + Ball::integer(1, kLatticeBits) / per_K)));
  CellPartition out;
  out.name = "holes near zero";
  out.cells = {"beyond " + std::to_string(shell),
               "near zero, its quantile a multiple of 2^-" + std::to_string(bits + 1),
               "near zero, its quantile no multiple of 2^-" + std::to_string(bits + 1)};
  const Ball inside = noise.below(T * (Ball::integer(1, kLatticeBits) - unit)) -
                      noise.below(-(T * (Ball::integer(1, kLatticeBits) - unit)));
  out.masses = {UpperBound::of(Ball::integer(1, kLatticeBits) - inside),
                smaller(on, certain_mass()), UpperBound::of(L)};
  out.cell = [near, per_K, shell, below = noise.below](const SamplerDraw& x, const SamplerDraw&) {
    if (!(std::fabs(x.value) <= shell)) return size_t{0};
    const Ball scaled = below(exact(x.value, kLatticeBits)) * per_K;
    const auto whole = certain_floor(scaled + Ball(Rational(1, 2UL), kLatticeBits));
    if (!whole) return size_t{2};
    const Ball away = abs(scaled - Ball(*whole, kLatticeBits));
    return certainly_at_most(away, near) ? size_t{1} : 2;
  };
  return out;
}

// BOUND(DOUBLE-REPEATED)
// Statement.  Two independent draws of the law of LOW-BITS, rounded to s bits, are equal with probability at most
//             2^(2-s).
// Needs.      The hypotheses of LOW-BITS.
// Proof.      Two draws are equal with probability at most the largest probability of a single number d. If d is 0 or
//             subnormal, its probability is at most 2^-125 f(0) <= 2^-23 for floats, and less for doubles. Otherwise
//             d represents an interval of X of length at most 2^(1-s) |d| at y = |d| (1 - 2^-s) or beyond, where f <=
//             f(y). The integral of f from 0 gives y f(y) <= 1/2. Hence the probability is at most 2^(1-s)
//             |d|/(2y) <= 2^(1-s).
// Slack.      The largest probability of a number is above the probability of equal draws.
// Source.     Elementary.
UpperBound real_repetition(int bits) { return bound<"DOUBLE-REPEATED">(binary_bound(2 - bits)); }

}  // namespace plumbline
