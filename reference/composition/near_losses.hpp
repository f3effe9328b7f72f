/// Far and rare losses of whole compositions: they are taken off in plan(), so that engines see the losses
/// near 0 alone (engines/far_losses_engine.hpp).
#pragma once

#include <vector>

#include "reference/composition/composition.hpp"

namespace plumbline {

/// A composition of finite losses, as engines see it.
struct NearLosses {
  Composition near;  ///< each factor given that its loss is near 0
  /// A factor whose loss may be far: that law, its share of each run, and the number of runs.
  struct Far {
    Mechanism law;
    Real share;
    Rational count;
  };
  std::vector<Far> far;

  /// Returns true if it is one run of one mechanism.
  bool single() const;
  /// The probability that no loss is far, under P and under Q, and its complement, with a relative accuracy
  /// of its own.
  Ball near_share(Bits p) const;
  Ball far_share(Bits p) const;
};

NearLosses near_losses(const Composition& finite);

}  // namespace plumbline
