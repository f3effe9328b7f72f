/// A starting point for the search of epsilon of plain Gaussian noise. It guides the search and bounds nothing.
#pragma once

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/rational.hpp"

namespace plumbline {

struct GaussianStart {
  Ball epsilon;  ///< a point with delta close to the requested one
  double slope;  ///< d log delta/d epsilon there
};

/// Returns the start for N(0,1) against N(mu,1), 0 < D < 1. With z = (epsilon - mu^2/2)/mu and M the Mills ratio, the
/// equation delta = phi(z) (M(z) - M(z + mu)) has no cancellation, for any mu. Outside the range of doubles, the
/// members of the result are not finite.
GaussianStart gaussian_start(const Rational& mu_squared, const Rational& D, Bits p);

}  // namespace plumbline
