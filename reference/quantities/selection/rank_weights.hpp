/// Weights with which private selection (selection.hpp) chooses the outputs of a base mechanism. They are functions of
/// the mass of the better outputs, under the distribution with the record and under the one without it.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/selection/run_law.hpp"

namespace plumbline {

/// Returns the largest finite loss of a profile; for Direction::worst, the maximum over both directions.
std::optional<Ball> largest_loss_of(const PrivacyProfile& profile, Bits p);

/// Weights of the outputs for a profile in one direction. The profile at t is an upper bound of q(S) - e^t p(S) for all
/// events S. In the forward direction, q is the distribution with the record and p the one without it. u denotes a mass
/// under q, and v a mass under p.
class RankWeights {
 public:
  RankWeights(PrivacyProfile& profile, std::shared_ptr<const RunLaw> runs, const Effort& effort);

  const RunLaw& runs() const { return *runs_; }
  /// Returns an upper bound, as an exact ball, of the largest v over all sets of outputs with mass u under q.
  Ball most_better(double u) const;

  /// A score of (weight(u), smallest weight(v)). It must not decrease in the first argument and not increase in the
  /// second. `rough` is the score in doubles and chooses the cells.
  struct Score {
    std::function<Ball(const Ball& weight, const Ball& least)> exact;
    std::function<double(double weight, double least)> rough;
  };
  /// An upper bound of the largest score over all u, as an exact ball. It is indeterminate if a score is not finite. It
  /// exceeds the maximum by approximately `nearly` at most, or by more if `most_cuts` divisions of cells do not
  /// suffice.
  struct Largest {
    Ball value;
    double at;  ///< approximate u of the largest score
  };
  Largest largest(const Score& score, double nearly, int most_cuts = 6000) const;
  /// Releases the weights that earlier calls of largest() cached (many megabytes).
  void forget() { known_.clear(); }

  /// Returns RunLaw::weight(u) or RunLaw::below(u) in doubles, only to choose cells.
  double approximate_weight(double u) const;
  double approximate_below(double u) const;
  /// Returns the approximate corners of the upper boundary of the masses (u, v) that sets of outputs can have, in
  /// increasing order from (0, 0). The outputs with the smallest losses are near (0, 0).
  std::vector<std::pair<double, double>> corners() const;

 private:
  struct RankLine {
    Ball slope, height;
  };
  void add_line(const Real& s);
  /// Caches a line with its height.
  void keep_line(const Real& s, const Ball& height);
  void add_lines();
  void sharpen();
  /// weight(u), and the smallest weight(v) that is possible at this u; the rough members are the same numbers as
  /// doubles.
  struct Weights {
    Ball weight, least;
    double rough_weight, rough_least;
  };
  const Weights& at(double u) const;
  double rough_score(const Score& score, const Weights& from, const Weights& to) const;

  PrivacyProfile& profile_;
  std::shared_ptr<const RunLaw> runs_;
  Effort effort_;
  Bits bits_;
  std::map<double, RankLine> lines_;  ///< key: approximate s of SELECTION-RANK
  mutable std::map<double, Weights> known_;
  /// Sorted by u: each line is the minimum of all lines on one interval of u.
  std::vector<RankLine> by_u_;
  /// (0, 0), then the intersections of neighbouring lines.
  std::vector<std::pair<double, double>> corners_;
  std::vector<double> log_weights_, below_;
};

}  // namespace plumbline
