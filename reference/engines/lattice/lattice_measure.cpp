#include "reference/engines/lattice/lattice_measure.hpp"

#include <algorithm>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"

namespace plumbline::lattice {
namespace {

/// Removes nodes of total mass at most `drop` at each end; the removed mass is added to the error.
void trim(LatticeMeasure& measure, const Frame& frame, const Ball& drop) {
  const Integer limit = Integer::floor_of_midpoint(drop, frame.scale);
  size_t first = 0, last = measure.masses.size();  // the remaining range: [first, last)
  Integer left, right;
  for (; last - first > 1; ++first) {
    const Integer with = left + measure.masses.get(first);
    if (limit < with) break;
    left = with;
  }
  for (; last - first > 1; --last) {
    const Integer with = right + measure.masses.get(last - 1);
    if (limit < with) break;
    right = with;
  }
  if (first == 0 && last == measure.masses.size()) return;
  measure.masses = measure.masses.slice(first, last - first);
  measure.origin = measure.origin + measure.step * Rational(static_cast<long>(first));
  const Ball out = bound_number<"LATTICE-ORDER">((left + right).scaled(frame.scale, frame.p));
  measure.error = (measure.error + out).upper();
}

}  // namespace

LatticeMeasure compose(const LatticeMeasure& a, const LatticeMeasure& b, const Frame& frame,
                       const Ball& drop, const Poll& poll) {
  if (!(a.step == b.step)) throw std::logic_error("laws on lattices of different steps");
  const Ball mass_a = a.masses.sum().scaled(frame.scale, frame.p);
  const Ball mass_b = b.masses.sum().scaled(frame.scale, frame.p);
  const Ball larger_a = max(mass_a, a.exact_mass), larger_b = max(mass_b, b.exact_mass);
  LatticeMeasure out{a.origin + b.origin, a.step, convolution(a.masses, b.masses, frame.scale),
                     Ball(frame.p), (a.exact_mass * b.exact_mass).upper()};
  poll();
  // Each mass is rounded down, by less than one unit.
  const Ball rounded = frame.units(static_cast<long>(out.masses.size()));
  const Ball error = a.error * larger_b + larger_a * b.error + rounded;
  out.error = bound_number<"LATTICE-ORDER">(error).upper();
  trim(out, frame, drop);
  const size_t most = std::max(frame.most, kFewestToCoarsen);
  while (out.masses.size() > most) out = coarsened(out, frame, poll);
  return out;
}

}  // namespace plumbline::lattice
