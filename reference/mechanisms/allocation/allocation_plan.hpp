/// Heuristics in doubles that choose rays, steps, grids and precisions. No value computed here enters a bound.
#pragma once

#include "reference/mechanisms/allocation/allocation_line.hpp"

namespace plumbline::allocation {

/// The plan for a relative error of K(c) near 2^-p; c < kMostOrder - 1/2.
struct RealPlan {
  int order = 0;
  Ray ray;
  StepGrid grid;
};
RealPlan plan_real(const AllocationLaw& law, double c, Bits p);

/// Returns the plan of a line whose values at c + i k D, k = 0 .. count-1, have absolute errors near K(c) 2^-p.
LinePlan plan_line(const AllocationLaw& law, double c, double D, size_t count, Bits p);

/// Encloses K(c) for c < kMostOrder - 1/2, with the plan of plan_real().
Ball transform(
    const AllocationLaw& law, double c, Bits p, const Poll& poll = [] {});

}  // namespace plumbline::allocation
