/// Moments of one step's privacy loss under P and under Q, for every mechanism: read from K(s) near
/// s = 0 and s = 1, and absolute third moments by integration or summation.
#pragma once

#include <vector>

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

/// E[L^n], n = 0 .. 6, under P (tilt 0) or Q (tilt 1), for a pair without infinite losses. Sharper
/// with more bits; absolute errors are near 2^-p of the size of the loss.
std::vector<Ball> loss_moments(const DominatingPair& pair, int tilt, Bits p, const Poll& poll);

/// E[(L - t)_+^3] under P (tilt 0) or Q (tilt 1).
Ball third_moment_above(const DominatingPair& pair, int tilt, const Ball& t, Bits p);

/// K(c) = E_P[e^{cL}] at a real number c.
Ball transform_at(const DominatingPair& pair, const Rational& c, Bits p);

}  // namespace plumbline
