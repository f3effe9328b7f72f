/// An upper bound of a privacy profile from one number per factor: for products of thousands of factors, at once.
#pragma once

#include <optional>

#include "reference/composition/composition.hpp"

namespace plumbline {

/// A Gaussian pair whose shifted profile is at least that of a composition.
class GaussianAbove {
 public:
  /// The composition has no infinite losses.
  explicit GaussianAbove(const Composition& composition);

  /// Upper bound of delta(t) of the pair, or of the reversed pair, by BOUND(GAUSSIAN-ABOVE); nothing if a factor has no
  /// finite largest loss and no Gaussian pair above it.
  std::optional<Ball> above(const Real& t, bool reverse, Bits p) const;

 private:
  Rational mu_squared_;
  std::optional<Rational> shift_, reverse_shift_;  ///< empty if unknown
};

}  // namespace plumbline
