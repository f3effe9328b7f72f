/// Bounds of K(c) = E_P[(S/t)^c] of random allocation for c > 1, from its moments.
#pragma once

#include <vector>

#include "reference/arithmetic/ball.hpp"
#include "reference/mechanisms/allocation/allocation.hpp"

namespace plumbline::allocation {

/// Returns E[(S/t)^k], k = 0 .. n, from the t-th power of the series sum_k E[Y^k] (s/t)^k/k!.
std::vector<Ball> moments(const AllocationLaw& law, long n, Bits p);

/// Returns an upper bound of E[(S/t)^n], n >= 1, by BOUND(ALLOCATION-MOMENT) at s = e^log_s; log_s is an exact number.
Ball moment_bound(const AllocationLaw& law, long n, double log_s, Bits p);

/// Returns an upper bound of E[(S/t)^c], c > 0, by BOUND(ALLOCATION-POWER) at s = e^log_s; log_s is an exact number. N
/// should exceed c by a few multiples of sqrt(c).
Ball power_bound(const AllocationLaw& law, double c, long N, double log_s, Bits p);

/// Returns an enclosure [1, b] of K(c) for 1 <= c < kMostPower. Up to the order kMostExact, b follows from the moments
/// by BOUND(ALLOCATION-BETWEEN). For larger orders it follows from moment_bound in the same way, or is power_bound if
/// that is smaller. For integers c < kMostExact the result is a narrow enclosure of K(c).
Ball transform_range(const AllocationLaw& law, double c, Bits p);

}  // namespace plumbline::allocation
