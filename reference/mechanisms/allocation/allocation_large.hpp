/// K(c) of random allocation at large non-integer orders, beyond the reach of quadratures.
#pragma once

#include "reference/arithmetic/ball.hpp"
#include "reference/mechanisms/allocation/allocation.hpp"

namespace plumbline::allocation {

/// Encloses log K(c) by BOUND(ALLOCATION-LARGE): narrower if one step outweighs the others more. Indeterminate if c is
/// below 2 or between two floors, or if the sums would be too long.
Ball log_large_range(const AllocationLaw& law, const Ball& c);

}  // namespace plumbline::allocation
