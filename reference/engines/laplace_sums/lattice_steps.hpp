/// Steps whose losses are atoms and uniform intervals, on one lattice: the positions of the atoms and of the ends of
/// the intervals, in cells.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reference/composition/composition.hpp"

namespace plumbline::laplace_sums {

/// One kind of step, at places 0 .. reach, with multiplicity `count`.
struct LatticeStep {
  struct Atom {
    long place;
    Real weight;
  };
  /// Each of the cells [low, low + 1], ..., [high - 1, high] has this weight, uniformly distributed.
  struct Stretch {
    long low, high;
    Real cell_weight;
  };
  long count, reach;
  std::vector<Atom> atoms;
  std::vector<Stretch> stretches;

  LatticeStep mirrored() const;
};

/// The total loss is S = offset + spacing x, 0 <= x <= reach.
struct LatticeSteps {
  Rational spacing;
  Real offset;
  long reach;
  std::vector<LatticeStep> steps;

  /// Returns the maximum number of steps whose loss is on an interval.
  long most_uniform() const;
  /// Returns the mirrored steps, with x replaced by reach - x.
  std::vector<LatticeStep> mirrored() const;
};

/// Returns the lattice of the steps. Returns nothing, and the reason in *why, if there are other parts, no common
/// lattice, or too many cells.
std::optional<LatticeSteps> lattice_steps(const Composition& composition, std::string* why);

}  // namespace plumbline::laplace_sums
