/// Third moments E[(L - t)_+^3] of one step's privacy loss above a threshold t, by integration or summation. Their sum
/// with the moment below t is the absolute third moment.
#pragma once

#include <functional>
#include <optional>

#include "reference/arithmetic/vectors/complex_ball.hpp"
#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

/// The interval of the noise variable over which a moment is summed or integrated. BOUND(THIRD-MOMENT-START) and
/// BOUND(THIRD-MOMENT-TAIL) bound the contributions outside this interval. If a limit is missing, the function chooses
/// one.
struct NoiseRange {
  std::optional<double> from{}, to{};
};

/// Computes E[(L - t)_+^3] under P (tilt 0) or Q (tilt 1), from the atoms of the pair, its noise, or the function that
/// it offers as ThirdMoment; indeterminate if it offers none of these. Throws Contradiction if the enclosure is
/// certainly negative.
Ball third_moment_above(const DominatingPair& pair, int tilt, const Ball& t, Bits p,
                        const NoiseRange& range = {});

/// Functions for pairs that compute their own third moments.
namespace third_moment {

/// (x)_+^3.
Ball positive_cube(const Ball& x);

/// Returns an upper bound of E[(L - t)^3; L > T]: BOUND(THIRD-MOMENT-TAIL).
UpperBound tail(const LossMeasure& pair, int tilt, const Ball& t, const Ball& T);

/// The loss as an analytic function of a noise variable u, and the density of u.
struct Curve {
  std::function<ComplexBall(const ComplexBall&, bool)> loss;
  std::function<ComplexBall(const ComplexBall&)> density;
};

/// Returns the integral of (L - t)^3 times the density over [start, end], where L(start) is close to t or above it.
Ball integrated(const Curve& curve, const Ball& t, const Ball& start, const Ball& end, Bits p);

/// Returns the integral of (L - t)^3 times the density over [u0, end], where L(u0) = t. Integrates over [u1, end] for a
/// point u1 close to u0, and bounds the difference by BOUND(THIRD-MOMENT-START).
Ball from_start(const Curve& curve, const Ball& t, const Ball& u0, const Ball& u1, const Ball& end,
                Bits p);

}  // namespace third_moment

}  // namespace plumbline
