/// Steps whose loss distribution consists of atoms and of intervals on which e^{L/2} dP has a uniform density. All
/// atoms and interval ends lie on one lattice. A cell is an interval of one lattice spacing, and positions are counted
/// in cells.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reference/composition/composition.hpp"

namespace plumbline::laplace_sums {

/// One kind of step, with losses at the positions 0 .. reach and multiplicity `count`.
struct LatticeStep {
  struct Atom {
    long place;
    Real weight;
  };
  /// The cells [low, low + 1], ..., [high - 1, high]. Each has the weight cell_weight, uniformly distributed.
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

/// Returns the lattice of the steps. Returns nothing, and stores the reason in *why, if a loss has other components,
/// if there is no common lattice, or if there are too many cells.
std::optional<LatticeSteps> lattice_steps(const Composition& composition, std::string* why);

}  // namespace plumbline::laplace_sums
