/// Bounds of the transform K(c) = E_P[(S/t)^c] of random allocation (allocation.hpp) that are valid for all parameters
/// and all real c.
#pragma once

#include "reference/arithmetic/ball.hpp"
#include "reference/mechanisms/allocation/allocation.hpp"

namespace plumbline::allocation {

/// Encloses log K(c) by BOUND(ALLOCATION-CONVEX); the enclosure is narrow if mu is small or log t is small compared
/// with c mu^2.
Ball log_convex_range(const AllocationLaw& law, const Ball& c);

}  // namespace plumbline::allocation
