/// The distribution function of a sum of squares of independent normal variables with variance 1.
#pragma once

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// P(W > w) and P(W <= w). The smaller one has a small relative error.
struct ChiSquaredTails {
  Ball above, below;
};

/// Returns the tails of W = |z + v|^2 with z ~ N(0, I) in `degrees` dimensions and |v|^2 = noncentrality, for w > 0.
/// The truncation error of the series is approximately 2^-depth of the smaller tail. Both tails are [0, 1] if the
/// series would have more than approximately forty million terms.
ChiSquaredTails noncentral_chi_squared(const Rational& degrees, const Rational& noncentrality,
                                       const Ball& w, Bits p, double depth);

/// Maximum of degrees + noncentrality that callers permit.
inline const Rational kMostNoncentral(1000000000000L);

}  // namespace plumbline
