/// K(c) of random allocation at large orders between whole numbers, where no quadrature reaches.
#pragma once

#include "reference/arithmetic/ball.hpp"
#include "reference/mechanisms/allocation/allocation.hpp"

namespace plumbline::allocation {

/// Encloses log K(c) by BOUND(ALLOCATION-LARGE): the narrower the more one step outweighs the
/// others. Indeterminate where c is below 2 or between two floors, or the sums would be too long.
Ball log_large_range(const AllocationLaw& law, const Ball& c);

}  // namespace plumbline::allocation
