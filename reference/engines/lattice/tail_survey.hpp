/// A first look at one mechanism's loss: where its mass lies, seen through its tails alone. Chooses
/// tilts, ranges and grids, and bounds what lies outside them.
#pragma once

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline::lattice {

/// P- and Q-mass of an interval (a, b] of losses.
struct IntervalMass {
  Ball P, Q;
};

/// From the tails at both ends: what the differences above and below have in common. Throws
/// Contradiction when these do not meet, or are negative.
IntervalMass between(const LossTails& a, const LossTails& b);

struct LossCell {
  double left, right;  ///< losses, meant exactly: the cell is (left, right]
  Ball P, Q;
  double log_P, log_Q;  ///< heuristic
};

class TailSurvey {
 public:
  /// Covers the losses but for Q-mass above and P-mass below of approximately 2^-bits.
  TailSurvey(const DominatingPair& mechanism, long bits, const Poll& poll);

  const std::vector<LossCell>& cells() const { return cells_; }
  /// All mass outside (lowest, highest], as bounds.
  const LossTails& outside() const { return outside_; }

  /// Heuristics: log int x^theta dP, and mean and variance of the loss under that tilt.
  struct Tilted {
    double log_mass, mean, variance;
  };
  Tilted tilted(double theta) const;
  /// log of the cell's mass under the tilt, not normalised.
  static double log_tilted(const LossCell& cell, double theta);

 private:
  std::vector<LossCell> cells_;
  LossTails outside_;
};

}  // namespace plumbline::lattice
