/// Bounds of K(c) of random allocation that hold for all of its parameters and all real c.
#pragma once

#include "reference/arithmetic/ball.hpp"
#include "reference/mechanisms/allocation/allocation.hpp"

namespace plumbline::allocation {

/// Encloses log K(c) by BOUND(ALLOCATION-CONVEX): narrow where mu is small, or log t small beside c
/// mu^2.
Ball log_convex_range(const AllocationLaw& law, const Ball& c);

}  // namespace plumbline::allocation
