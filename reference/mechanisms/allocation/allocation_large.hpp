/// The transform K(c) = E_P[(S/t)^c] of random allocation (allocation.hpp) at large non-integer orders, for which
/// quadratures are too slow.
#pragma once

#include "reference/arithmetic/ball.hpp"
#include "reference/mechanisms/allocation/allocation.hpp"

namespace plumbline::allocation {

/// Encloses log K(c) by BOUND(ALLOCATION-LARGE). The enclosure is narrow if one step dominates the sum S.
/// Indeterminate if c is below 2, if the floor of c is undecided, or if the sums would be too long.
Ball log_large_range(const AllocationLaw& law, const Ball& c);

}  // namespace plumbline::allocation
