/// Bounds a privacy profile from above, from one number for each factor. This is fast even for thousands of factors.
#pragma once

#include <optional>

#include "reference/composition/composition.hpp"

namespace plumbline {

/// A Gaussian pair whose profile, shifted in t, is an upper bound of a composition's profile.
class GaussianAbove {
 public:
  /// Requires a composition without infinite losses.
  explicit GaussianAbove(const Composition& composition);

  /// Returns an upper bound of the composition's delta(t) by BOUND(GAUSSIAN-ABOVE). If `reverse`, bounds the delta(t)
  /// of the reversed pair. Returns nothing if a factor has no finite largest loss and no Gaussian pair above it.
  std::optional<Ball> above(const Real& t, bool reverse, Bits p) const;

 private:
  Rational mu_squared_;
  std::optional<Rational> shift_, reverse_shift_;  ///< empty if unknown
};

}  // namespace plumbline
