/// K(c) at orders so large that no quadrature is worth its nodes.
#pragma once

#include "reference/mechanisms/gaussian/mixture.hpp"

namespace plumbline::mixture {

/// An enclosure of K(c) of the whole law for c > 1 or c < 0, by BOUND(MIXTURE-ORDER): sharp where
/// (c-1) mu^2 is large. Indeterminate for other c.
Ball transform_of_large_order(const MixtureLaw& law, double c, Bits p);

}  // namespace plumbline::mixture
