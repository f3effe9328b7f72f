/// Computes epsilon for the intersection of several privacy regions (Ghazi and Issa 2024, Section VI-D).
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/regions/tv_region.hpp"

namespace plumbline {

/// Returns the smallest epsilon for which the intersection of the regions implies (epsilon, D)-DP. It is at most the
/// smallest epsilon of a single region, and often smaller. Infinite if no such epsilon exists. Throws
/// std::invalid_argument unless 0 <= D <= 1 and there is at least one region.
Extended intersection_epsilon(const std::vector<ComposedTv>& regions, const Rational& D,
                              const Effort& effort);

}  // namespace plumbline
