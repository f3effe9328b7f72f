/// Encloses the transform K(c) = E_P[(dQ/dP)^c] of the subsampled Gaussian pair at orders c so large that a quadrature
/// would need too many nodes.
#pragma once

#include "reference/mechanisms/gaussian/mixture.hpp"

namespace plumbline::mixture {

/// Encloses K(c), for a law without a window and c > 1 or c < 0, by BOUND(MIXTURE-ORDER). The enclosure is tight if
/// (c-1) mu^2 is large; it is indeterminate for other c.
Ball transform_of_large_order(const MixtureLaw& law, double c, Bits p);

}  // namespace plumbline::mixture
