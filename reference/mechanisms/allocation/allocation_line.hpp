/// K(z) = E_P[(S/t)^z] of random allocation, z = c + iy, from its Mellin integral
///
///     K(z) = (1/Gamma(a - iy)) int e^{(a - iy) u} G(u) du,   a = n - c > 0,
///     G(u) = E[(S/t)^n e^{-e^u S/t}],   n = 0, 1, ...,
///
/// where G is a sum of products of Phi (allocation.hpp). The path of integration is Im u = -angle, a ray in the plane
/// of e^u. For angles near atan(y/a) there is little cancellation. Every ray and every n is valid.
#pragma once

#include "reference/mechanisms/allocation/allocation_step.hpp"
#include "reference/mechanisms/loss_measure.hpp"

namespace plumbline::allocation {

/// A trapezoid rule on Im u = -angle with the nodes j step, j = first .. last. Its error is bounded by the integrand
/// on Im u = -(angle + above) and Im u = -(angle - below). All doubles are exact numbers.
struct Ray {
  double angle = 0, step = 0, above = 0, below = 0;
  long first = 0, last = 0;
  size_t size() const { return static_cast<size_t>(last - first + 1); }
  bool reasonable() const { return step > 0 && last > first && last - first < 400000; }
};

/// A part of the line, K(c + iy) at y = k D, k = from .. to-1, and the rule that computes it.
struct Stretch {
  Ray ray;
  size_t from, to;
};

/// The rules of a line; `order` is n.
struct LinePlan {
  int order = 0;
  StepGrid grid;
  std::vector<Stretch> stretches;
  bool reasonable() const { return !stretches.empty() && grid.reasonable(); }
};

/// Encloses K(c) with a rule at angle 0 with above = below, by BOUND(ALLOCATION-REAL).
Ball transform(const AllocationLaw& law, double c, int order, const Ray& ray, const StepGrid& grid,
               Bits p, const Poll& poll);

/// Encloses K(c + i k D), k = 0 .. count-1, rounded to at least p bits relative to K(c), by BOUND(ALLOCATION-LINE).
LineValues transform_on_line(const AllocationLaw& law, double c, const LinePlan& plan,
                             const Ball& D, size_t count, Bits p, const Poll& poll);

}  // namespace plumbline::allocation
