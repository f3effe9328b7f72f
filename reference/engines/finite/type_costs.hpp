/// Estimates the cost of a sum over types, in doubles. The costs determine the choice of a method and enter no bound.
#pragma once

#include <vector>

#include "reference/engines/finite/finite_law.hpp"

namespace plumbline::finite_sums {

/// Logarithms of the work and of the number of atoms.
struct Cost {
  double work, atoms;
};

/// Plan for the distribution of n steps: from its types, or from the distribution of n/2 steps.
struct PartPlan {
  Cost cost;
  bool by_types;
};
PartPlan part_plan(const Power& part, const std::vector<double>& masses, long n, double digits);
std::vector<double> rough_masses(const Tilted& tilt);

/// The parts in two groups of approximately equal size.
struct Halves {
  std::vector<Power> first, second;
  Cost cost{0, 0};
};
/// Splits the parts in two. One part may be divided if that is cheaper.
Halves halves(const Tail& tail, double c);

}  // namespace plumbline::finite_sums
