/// Third moments of a loss from its transform alone.
#pragma once

#include "reference/mechanisms/loss_measure.hpp"

namespace plumbline {

/// A quadrature on s = c + i k step, k = 0 .. last, c < 0. The bound of the aliasing error uses the transform at two
/// other real points, far < c < near < 0. Doubles are used exactly; any choice is valid.
struct ThirdMomentRule {
  double c = 0, near = 0, far = 0, step = 0;
  long last = 0;
};

/// Returns a quadrature with an absolute error near 2^-p times the third power of the standard deviation of the loss,
/// or one without nodes if none is found. `t` must lie between the smallest and the largest loss.
ThirdMomentRule third_moment_rule(const LossMeasure& K, int tilt, double t, Bits p);

/// Computes E[(t - L)_+^3] under P (tilt 0) or Q (tilt 1), by BOUND(THIRD-MOMENT-LINE).
Ball third_moment_below(const LossMeasure& K, int tilt, const Ball& t, const ThirdMomentRule& rule,
                        Bits p);

/// Computes E[(L - t)_+^3] from third_moment_below() and the moments.
Ball third_moment_by_line(const LossMeasure& K, int tilt, const Ball& t, Bits p);

}  // namespace plumbline
