/// One step of a mechanism on a lattice, from above and from below, through its tails alone.
#pragma once

#include "reference/engines/lattice/lattice_measure.hpp"
#include "reference/engines/lattice/tail_survey.hpp"

namespace plumbline::lattice {

/// Thrown where losses are too large or too small for the doubles that choose a grid.
struct NoGrid {};

/// Where a step is cut into cells: node i has loss origin + nodes[i] step.
struct StepGrid {
  Rational origin, step;
  std::vector<long> nodes;
};

/// Cells for a step under a tilt: about `cells` of them, narrow where much mass lies, reaching so
/// far that a tilted share of at most e^log_drop (of the whole) is outside. `step` is the finest
/// step, origin a loss to be met by a node (an atom, say).
StepGrid choose_grid(const TailSurvey& survey, double theta, double log_drop,
                     const Rational& origin, const Rational& step, size_t cells);
/// Heuristic: the finest cell that `choose_grid` would like, and the length it would cover.
struct Extent {
  double finest, length;
};
Extent extent(const TailSurvey& survey, double theta, double log_drop, size_t cells);

struct StepMeasures {
  LatticeMeasure upper, lower;
  double log_scale;  ///< masses are x^theta dP times e^-log_scale, meant exactly
};

StepMeasures discretise(const DominatingPair& mechanism, const TailSurvey& survey,
                        const StepGrid& grid, const Frame& frame, Bits p, const Poll& poll);

}  // namespace plumbline::lattice
