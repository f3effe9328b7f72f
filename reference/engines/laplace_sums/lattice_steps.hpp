/// The steps of a composition whose losses are atoms and stretches, on one lattice: where their
/// ends lie, in cells.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reference/composition/composition.hpp"

namespace plumbline::laplace_sums {

/// One kind of step, at places 0 .. reach, run `count` times.
struct LatticeStep {
  struct Atom {
    long place;
    Real weight;
  };
  /// Each of the cells [low, low + 1], ..., [high - 1, high] has this weight, spread evenly.
  struct Stretch {
    long low, high;
    Real cell_weight;
  };
  long count, reach;
  std::vector<Atom> atoms;
  std::vector<Stretch> stretches;

  LatticeStep mirrored() const;
};

/// The loss of all is S = offset + spacing x, 0 <= x <= reach.
struct LatticeSteps {
  Rational spacing;
  Real offset;
  long reach;
  std::vector<LatticeStep> steps;

  /// How many of them may be on a stretch.
  long most_uniform() const;
  /// Returns the mirrored steps, with reach - x in the place of x.
  std::vector<LatticeStep> mirrored() const;
};

/// Nothing, and why, where there are other parts, no common lattice, or too many cells.
std::optional<LatticeSteps> lattice_steps(const Composition& composition, std::string* why);

}  // namespace plumbline::laplace_sums
