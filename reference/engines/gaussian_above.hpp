/// An upper bound of a privacy profile from one number per factor: for products of thousands of factors, at once.
#pragma once

#include <optional>

#include "reference/composition/composition.hpp"

namespace plumbline {

/// A Gaussian pair with a shift: every profile of it is at least that of one direction of a composition.
class GaussianAbove {
 public:
  /// The composition has no infinite losses. `reverse`: the pair (Q, P).
  GaussianAbove(const Composition& composition, bool reverse);

  /// Upper bound of delta(t), by BOUND(GAUSSIAN-ABOVE); nothing if a factor has no finite largest loss and no Gaussian
  /// pair above it.
  std::optional<Ball> above(const Real& t, Bits p) const;

 private:
  struct Parts {
    Rational mu_squared, shift;
  };
  std::optional<Parts> parts_;
};

}  // namespace plumbline
