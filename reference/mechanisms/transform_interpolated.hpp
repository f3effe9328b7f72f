/// K(c) at a real number c that is not a double, from its values at nearby doubles.
#pragma once

#include "reference/arithmetic/rational.hpp"
#include "reference/mechanisms/loss_measure.hpp"

namespace plumbline {

/// The nodes of the interpolation, which are the doubles nearest to centre + j spacing, -nodes/2 <= j <= (nodes-1)/2,
/// and the radius of the circle around the centre on which K is bounded. All numbers are heuristic; doubles are used
/// exactly.
struct Interpolation {
  double centre, spacing, radius;
  int nodes;
};

/// Returns an interpolation with a relative error of approximately 2^-p.
Interpolation choose_interpolation(const LossMeasure& pair, const Rational& c, Bits p);

/// Computes K(c) by BOUND(TRANSFORM-INTERPOLATED) in the .cpp file; indeterminate if its hypotheses are not
/// satisfied.
Ball transform_interpolated(const LossMeasure& pair, const Rational& c, const Interpolation& at,
                            Bits p);

}  // namespace plumbline
