/// Chooses tilt, ranges and steps for the lattice engine (heuristics, in doubles) and performs the composition.
#pragma once

#include <map>
#include <vector>

#include "reference/engines/lattice/lattice_profile.hpp"
#include "reference/engines/lattice/lattice_step.hpp"
#include "reference/engines/lattice/tail_survey.hpp"

namespace plumbline::lattice {

class Planner {
 public:
  explicit Planner(const Composition& composition) : composition_(composition) {}

  /// Returns the number of convolutions that a bracket needs.
  double convolutions() const;
  /// Returns the tilt under which the mean of the total loss S is near t.
  double tilt(const Real& t, const Poll& poll);
  bool similar(double theta, double other) const;
  Bracket bracket(const Real& t, double theta, size_t nodes, int digits, int extra_bits,
                  const Poll& poll);

 private:
  /// Losses outside the cells of the surveys may contribute to the answer at t. Returns the approximate log of the
  /// ratio of the answer to this contribution.
  double log_share(double theta, double t) const;
  double saddle(double t) const;
  /// Surveys the distribution of each step down to masses of 2^-bits.
  void survey(long bits, const Poll& poll);
  /// Returns log of the transform of the whole composition, and mean and variance of S under the tilt.
  TailSurvey::Tilted tilted(double theta) const;
  std::vector<StepGrid> grids(double theta, double log_drop, size_t nodes) const;

  const Composition& composition_;
  std::vector<TailSurvey> surveys_;
  long surveyed_ = 0;
};

}  // namespace plumbline::lattice
