/// Bounds a privacy profile from above by one number per factor: fast even for products of thousands of factors.
#pragma once

#include <optional>

#include "reference/composition/composition.hpp"

namespace plumbline {

/// A Gaussian pair whose shifted profile is at least that of a composition.
class GaussianAbove {
 public:
  /// Requires a composition without infinite losses.
  explicit GaussianAbove(const Composition& composition);

  /// Returns an upper bound of delta(t) of the pair, or of the reversed pair, by BOUND(GAUSSIAN-ABOVE). Returns
  /// nothing if a factor has no finite largest loss and no Gaussian pair above it.
  std::optional<Ball> above(const Real& t, bool reverse, Bits p) const;

 private:
  Rational mu_squared_;
  std::optional<Rational> shift_, reverse_shift_;  ///< empty if unknown
};

}  // namespace plumbline
