/// Separates the rare losses far from 0 of whole compositions. plan() removes them, so that engines only receive the
/// losses near 0 (engines/far_losses_engine.hpp).
#pragma once

#include <vector>

#include "reference/composition/composition.hpp"

namespace plumbline {

/// A composition of finite losses, in the form that engines receive.
struct NearLosses {
  Composition near;  ///< each factor conditioned on a loss near 0
  /// A factor whose loss may be far: the distribution of its far losses, their probability in each run, and the
  /// number of runs.
  struct Far {
    Mechanism law;
    Real share;
    Rational count;
  };
  std::vector<Far> far;

  /// Returns true if the composition is one run of one mechanism.
  bool single() const;
  /// Enclose the probability that no loss is far, and the complement of this probability. Each is equal under P and Q,
  /// and computed with full relative accuracy.
  Ball near_share(Bits p) const;
  Ball far_share(Bits p) const;
};

NearLosses near_losses(const Composition& finite);

}  // namespace plumbline
