/// Third moments of a loss with a known transform alone.
#pragma once

#include "reference/mechanisms/loss_measure.hpp"

namespace plumbline {

/// A rule on s = c + i k step, k = 0 .. last, c < 0, with aliases bounded at far < c < near < 0. Doubles are taken
/// exactly; any choice is valid.
struct ThirdMomentRule {
  double c = 0, near = 0, far = 0, step = 0;
  long last = 0;
};

/// A rule for an absolute error near 2^-p times the third power of the loss's deviation; a rule without nodes if none
/// is found. `t` must lie among the losses.
ThirdMomentRule third_moment_rule(const LossMeasure& K, int tilt, double t, Bits p);

/// E[(t - L)_+^3] under P (tilt 0) or Q (tilt 1), by BOUND(THIRD-MOMENT-LINE).
Ball third_moment_below(const LossMeasure& K, int tilt, const Ball& t, const ThirdMomentRule& rule,
                        Bits p);

/// E[(L - t)_+^3], from this number and the moments.
Ball third_moment_by_line(const LossMeasure& K, int tilt, const Ball& t, Bits p);

}  // namespace plumbline
