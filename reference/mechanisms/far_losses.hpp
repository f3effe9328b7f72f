/// Pairs with losses near 0 and rare losses far from 0.
#pragma once

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

/// Offered by a pair that is `far` with probability `far_share`, and `near` otherwise. The probability is the same
/// under P and Q, and the output reveals which of the two it is. All losses are finite. Engines receive only `near`.
/// The contribution of `far` is exact for one run and bounded for several runs (engines/far_losses_engine.hpp).
struct FarLosses {
  Mechanism near, far;
  Real far_share;
};

}  // namespace plumbline
