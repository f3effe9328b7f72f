/// Distribution function of the sum of squares of independent normal variables of variance 1.
#pragma once

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// P(W > w) and P(W <= w), the smaller one with small relative error.
struct ChiSquaredTails {
  Ball above, below;
};

/// W = |z + v|^2, z ~ N(0, I) in `degrees` dimensions, |v|^2 = noncentrality; w > 0. What is left out of
/// its series is about 2^-depth of the smaller tail. Both are [0, 1] where the series would be longer than
/// some ten million terms.
ChiSquaredTails noncentral_chi_squared(const Rational& degrees, const Rational& noncentrality,
                                       const Ball& w, Bits p, double depth);

/// degrees + noncentrality up to this is within reach.
inline const Rational kMostNoncentral(1000000000000L);

}  // namespace plumbline
