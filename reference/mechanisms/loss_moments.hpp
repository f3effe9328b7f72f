/// Moments of one step's privacy loss under P and under Q, for every mechanism, computed from the transform K(s) =
/// E_P[e^{sL}] near s = 0 and s = 1; and K at real numbers that are not doubles.
#pragma once

#include <vector>

#include "reference/arithmetic/rational.hpp"
#include "reference/mechanisms/loss_measure.hpp"

namespace plumbline {

/// The points tilt + i y_k at which K is evaluated: y_k = kD, k = 1 .. count, D = radius/(share count).
/// BOUND(LOSS-MOMENTS) bounds the error by the values of K at tilt - radius and tilt + radius. share > 1, count >= 3.
struct MomentNodes {
  double radius, share;
  size_t count;
};

/// Computes E[L^n], n = 0 .. 6, under P (tilt 0) or Q (tilt 1), for a pair without infinite losses. The enclosures
/// are tighter with more bits; absolute errors are near 2^-p times the size of the loss. Any nodes are valid.
std::vector<Ball> loss_moments(const LossMeasure& pair, int tilt, Bits p, const Poll& poll);
std::vector<Ball> loss_moments(const LossMeasure& pair, int tilt, const MomentNodes& nodes, Bits p,
                               const Poll& poll);

/// Returns K(c) = E_P[e^{cL}] at a real number c, by BOUND(TRANSFORM-BETWEEN) from the doubles around it.
Ball transform_at(const LossMeasure& pair, const Rational& c, Bits p);
/// Computes the enclosure of K(c) of BOUND(TRANSFORM-BETWEEN) from any doubles at[0] < at[1] <= c <= at[2] < at[3].
Ball transform_between(const LossMeasure& pair, const Rational& c, const double (&at)[4], Bits p);

}  // namespace plumbline
