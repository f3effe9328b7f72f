/// Pairs that have rare losses far from 0 in addition to losses near 0.
#pragma once

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

/// Offered by a pair that is `far` with probability `far_share` and `near` otherwise, with equal probabilities under P
/// and Q, where the output reveals which. All losses are finite. Engines see the near losses; the contribution of the
/// far losses is exact for one run and bounded for several (engines/far_losses_engine.hpp).
struct FarLosses {
  Mechanism near, far;
  Real far_share;
};

}  // namespace plumbline
