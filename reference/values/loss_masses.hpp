/// A discretised privacy loss distribution.
#pragma once

#include <vector>

#include "reference/arithmetic/rational.hpp"

namespace plumbline {

/// Masses of an alternative distribution at its losses, and of infinite loss. Its profile is delta_D(t) = infinite +
/// sum over i of mass_i (1 - e^{t - loss_i})_+. A composition by fast Fourier transforms results in some slightly
/// negative masses, so that every sign is allowed.
struct LossMasses {
  struct Atom {
    Rational loss, mass;
  };
  std::vector<Atom> atoms;  ///< losses increase, no mass is 0
  Rational infinite;
};

/// The side of a distribution: its profile is at least that of the pair, or at most that.
enum class ProfileSide { pessimistic, optimistic };

/// The losses (first + k) step, k = 0 .. masses - 1, their masses, and the mass of infinite loss; every mass is a
/// double.
struct GridMasses {
  long first = 0;
  Rational step;
  std::vector<double> masses;
  double infinite = 0;

  Rational loss(size_t k) const { return Rational(first + static_cast<long>(k)) * step; }
  /// Returns the distribution without masses of 0.
  LossMasses atoms() const;
};

/// A point of a trade-off curve, connected to the next point by a line.
struct PolygonPoint {
  Rational alpha, beta;
};

}  // namespace plumbline
