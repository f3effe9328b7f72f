/// Evaluates K(c) at orders so large that a quadrature would need too many nodes.
#pragma once

#include "reference/mechanisms/gaussian/mixture.hpp"

namespace plumbline::mixture {

/// Encloses K(c) of the whole distribution for c > 1 or c < 0 by BOUND(MIXTURE-ORDER). The enclosure is tight if (c-1)
/// mu^2 is large; it is indeterminate for other c.
Ball transform_of_large_order(const MixtureLaw& law, double c, Bits p);

}  // namespace plumbline::mixture
