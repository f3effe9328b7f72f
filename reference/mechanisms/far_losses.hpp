/// Pairs with losses that are rare and far from 0 beside those near it.
#pragma once

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

/// Offered by a pair that is `far` with probability `far_share` and `near` otherwise, the same under P and under Q, where
/// the output shows which. All losses are finite. Engines see the near ones; what the far ones add is exact for one run and
/// bounded for several (engines/far_losses_engine.hpp).
struct FarLosses {
  Mechanism near, far;
  Real far_share;
};

}  // namespace plumbline
