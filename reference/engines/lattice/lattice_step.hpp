/// Discretises one step of a mechanism on a lattice, as an upper and a lower measure, from the tail probabilities of
/// its privacy loss alone.
#pragma once

#include "reference/engines/lattice/lattice_measure.hpp"
#include "reference/engines/lattice/tail_survey.hpp"

namespace plumbline::lattice {

/// Thrown if losses are too large or too small for the doubles that choose a grid.
struct NoGrid {};

/// The lattice of a step: node i has the loss origin + nodes[i] step.
struct StepGrid {
  Rational origin, step;
  std::vector<long> nodes;
};

/// Chooses approximately `cells` cells for a step under a tilt. Cells are narrow where the tilted measure is large;
/// at most the share e^log_drop of the tilted mass lies outside. `step` is the finest step; `origin` is a loss that
/// must be a node, for example an atom.
StepGrid choose_grid(const TailSurvey& survey, double theta, double log_drop,
                     const Rational& origin, const Rational& step, size_t cells);
/// Heuristic: the finest cell that `choose_grid` chooses without a limit, and the length of its range.
struct Extent {
  double finest, length;
};
Extent extent(const TailSurvey& survey, double theta, double log_drop, size_t cells);

struct StepMeasures {
  LatticeMeasure upper, lower;
  double log_scale;  ///< masses are x^theta dP times e^-log_scale, taken exactly
};

StepMeasures discretise(const DominatingPair& mechanism, const TailSurvey& survey,
                        const StepGrid& grid, const Frame& frame, Bits p, const Poll& poll);

}  // namespace plumbline::lattice
