/// Surveys the distribution of one mechanism's loss, using its tails alone. The survey is the basis for the choice of
/// tilts, ranges and grids, and bounds the mass outside the surveyed losses.
#pragma once

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline::lattice {

/// P- and Q-mass of an interval (a, b] of losses.
struct IntervalMass {
  Ball P, Q;
};

/// Returns the mass from the tails at both ends. The difference of the upper tails and the difference of the lower
/// tails enclose the mass; the result is their intersection. Throws Contradiction if they are disjoint, or if the mass
/// is negative.
IntervalMass between(const LossTails& a, const LossTails& b);

struct LossCell {
  double left, right;  ///< losses, as exact doubles: the cell is (left, right]
  Ball P, Q;
  double log_P, log_Q;  ///< approximate logs of P and Q, for heuristics
};

class TailSurvey {
 public:
  /// Surveys a range of losses. The Q-mass above the range and the P-mass below it are approximately 2^-bits each.
  TailSurvey(const DominatingPair& mechanism, long bits, const Poll& poll);

  const std::vector<LossCell>& cells() const { return cells_; }
  /// Returns bounds of the masses below the lowest cell and above the highest one, under P and under Q.
  const LossTails& outside() const { return outside_; }

  /// Heuristics: log int x^theta dP with x = e^loss, and mean and variance of the loss under that tilt.
  struct Tilted {
    double log_mass, mean, variance;
  };
  Tilted tilted(double theta) const;
  /// Returns log of the cell's mass under the tilt, not normalised.
  static double log_tilted(const LossCell& cell, double theta);

 private:
  std::vector<LossCell> cells_;
  LossTails outside_;
};

}  // namespace plumbline::lattice
