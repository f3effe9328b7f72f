/// K(c) at a real number c that is not a double, from its values at nearby doubles.
#pragma once

#include "reference/arithmetic/rational.hpp"
#include "reference/mechanisms/loss_measure.hpp"

namespace plumbline {

/// The doubles nearest to centre + j spacing, -nodes/2 <= j <= (nodes-1)/2, and the radius around the centre within
/// which the size of K is evaluated; all heuristic, doubles taken exactly.
struct Interpolation {
  double centre, spacing, radius;
  int nodes;
};

/// An interpolation with an error of approximately 2^-p of K.
Interpolation choose_interpolation(const LossMeasure& pair, const Rational& c, Bits p);

/// BOUND(TRANSFORM-INTERPOLATED) in the .cpp; indeterminate where its needs are not met.
Ball transform_interpolated(const LossMeasure& pair, const Rational& c, const Interpolation& at,
                            Bits p);

}  // namespace plumbline
