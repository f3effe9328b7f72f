/// Discretises one step of a mechanism on a lattice, as an upper and a lower measure, from the tail probabilities of
/// its privacy loss alone.
#pragma once

#include "reference/engines/lattice/lattice_measure.hpp"
#include "reference/engines/lattice/tail_survey.hpp"

namespace plumbline::lattice {

/// Thrown if losses are too large or too small for the choice of a grid in doubles.
struct NoGrid {};

/// The lattice of a step: node i has the loss origin + nodes[i] step.
struct StepGrid {
  Rational origin, step;
  std::vector<long> nodes;
};

/// Chooses approximately `cells` cells for a step under a tilt. A cell is the interval between neighbouring nodes.
/// Cells are narrow where the tilted density is large. At most the fraction e^log_drop of the tilted mass lies
/// outside the cells. `step` is the finest step; `origin` is a loss that must be a node, for example an atom.
StepGrid choose_grid(const TailSurvey& survey, double theta, double log_drop,
                     const Rational& origin, const Rational& step, size_t cells);
/// Heuristic: the width of the narrowest cell that choose_grid() would choose if `step` imposed no limit, and the
/// length of the range of all cells.
struct Extent {
  double finest, length;
};
Extent extent(const TailSurvey& survey, double theta, double log_drop, size_t cells);

struct StepMeasures {
  LatticeMeasure upper, lower;
  double log_scale;  ///< masses are e^{theta loss} dP times e^-log_scale; exact
};

StepMeasures discretise(const DominatingPair& mechanism, const TailSurvey& survey,
                        const StepGrid& grid, const Frame& frame, Bits p, const Poll& poll);

}  // namespace plumbline::lattice
