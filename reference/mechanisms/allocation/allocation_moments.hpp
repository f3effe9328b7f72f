/// Bounds of K(c) = E_P[(S/t)^c] of random allocation for c > 1, from its moments.
#pragma once

#include <vector>

#include "reference/arithmetic/ball.hpp"
#include "reference/mechanisms/allocation/allocation.hpp"

namespace plumbline::allocation {

/// E[(S/t)^k], k = 0 .. n, from the t-th power of the series sum_k E[Y^k] (s/t)^k/k!.
std::vector<Ball> moments(const AllocationLaw& law, long n, Bits p);

/// Upper bound of E[(S/t)^n], n >= 1, by BOUND(ALLOCATION-MOMENT) at s = e^log_s, a double taken exactly.
Ball moment_bound(const AllocationLaw& law, long n, double log_s, Bits p);

/// Upper bound of E[(S/t)^c], c > 0, by BOUND(ALLOCATION-POWER) at s = e^log_s, a double taken exactly, with N a few
/// multiples of sqrt(c) above c.
Ball power_bound(const AllocationLaw& law, double c, long N, double log_s, Bits p);

/// [1, a bound of K(c)], 1 <= c < kMostPower, by BOUND(ALLOCATION-BETWEEN) from the moments up to kMostExact, and above
/// that order by the smaller of the two bounds above; K(c) itself for whole c < kMostExact.
Ball transform_range(const AllocationLaw& law, double c, Bits p);

}  // namespace plumbline::allocation
