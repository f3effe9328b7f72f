/// A discretised privacy loss distribution.
#pragma once

#include <vector>

#include "reference/arithmetic/rational.hpp"

namespace plumbline {

/// The masses of the loss under the alternative hypothesis, at finite losses and at infinity. Their profile is
/// delta_D(t) = infinite + sum over i of mass_i (1 - e^{t - loss_i})_+. Masses may be negative, because compositions by
/// fast Fourier transforms produce slightly negative masses.
struct LossMasses {
  struct Atom {
    Rational loss, mass;
  };
  std::vector<Atom> atoms;  ///< losses increase, no mass is 0
  Rational infinite;
};

/// The promise of a discretised distribution: its profile is an upper bound (pessimistic) or a lower bound (optimistic)
/// of the profile of the pair.
enum class ProfileSide { pessimistic, optimistic };

/// A discretised distribution on a grid: the losses (first + k) step for k = 0, 1, ..., the mass of each, and the mass
/// of infinite loss. Every mass is a double.
struct GridMasses {
  long first = 0;
  Rational step;
  std::vector<double> masses;
  double infinite = 0;

  Rational loss(size_t k) const { return Rational(first + static_cast<long>(k)) * step; }
  /// Returns the distribution without the masses that are 0.
  LossMasses atoms() const;
};

/// A vertex of a polygonal trade-off curve.
struct PolygonPoint {
  Rational alpha, beta;
};

}  // namespace plumbline
