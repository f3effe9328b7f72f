/// Distribution function of the sum of squares of independent normal variables of variance 1.
#pragma once

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// P(W > w) and P(W <= w), the smaller one with a small relative error.
struct ChiSquaredTails {
  Ball above, below;
};

/// W = |z + v|^2, z ~ N(0, I) in `degrees` dimensions, |v|^2 = noncentrality; w > 0. The truncation error of its series
/// is approximately 2^-depth of the smaller tail. Both are [0, 1] if the series would have more than approximately ten
/// million terms.
ChiSquaredTails noncentral_chi_squared(const Rational& degrees, const Rational& noncentrality,
                                       const Ball& w, Bits p, double depth);

/// The sum degrees + noncentrality may be at most this.
inline const Rational kMostNoncentral(1000000000000L);

}  // namespace plumbline
