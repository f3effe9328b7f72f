/// Weights of the outputs of a base mechanism in the selection, for each number of better ones with
/// and without the record.
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

/// The largest finite loss of a profile; of both directions for worst.
std::optional<Ball> largest_loss_of(const PrivacyProfile& profile, Bits p);

/// Bounds a profile in one direction: q is the law whose guarantee is requested (with the record,
/// forward), p the other. Shares of mass: u under q, v under p.
class RankWeights {
 public:
  RankWeights(PrivacyProfile& profile, std::shared_ptr<const RunLaw> runs, const Effort& effort);

  const RunLaw& runs() const { return *runs_; }
  /// At least the largest v of all outputs of which u are better under q; exact.
  Ball most_better(double u) const;

  /// score(weight(u), least weight(v)): must not decrease in the first and not increase in the second.
  /// `rough` is the same in doubles, and chooses where cells are cut.
  struct Score {
    std::function<Ball(const Ball& weight, const Ball& least)> exact;
    std::function<double(double weight, double least)> rough;
  };
  /// The largest score over u, from above, exact. Infinite where a score is. `nearly` is how far from the
  /// largest one, roughly, is close enough, unless that takes too many cuts.
  struct Largest {
    Ball value;
    double at;  ///< u, roughly
  };
  Largest largest(const Score& score, double nearly, int most_cuts = 6000) const;
  /// Lets go of the weights that are kept from one largest() to the next: many megabytes.
  void forget() { known_.clear(); }

  /// weight(u) and below(u) in doubles, for choices.
  double approximate_weight(double u) const;
  double approximate_below(double u) const;
  /// The corners of the region of (u, v), roughly, from (0, 0) upwards: the outputs of the smallest
  /// losses.
  std::vector<std::pair<double, double>> corners() const;

 private:
  struct RankLine {
    Ball slope, height;
  };
  void add_line(const Real& s);
  /// With the height known.
  void keep_line(const Real& s, const Ball& height);
  void add_lines();
  void sharpen();
  /// weight(u), and the least weight(v) of what is better there; also in doubles.
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
  std::map<double, RankLine> lines_;  ///< by s, roughly
  mutable std::map<double, Weights> known_;
  std::vector<RankLine> by_u_;                      ///< those lowest at small u first
  std::vector<std::pair<double, double>> corners_;  ///< where these meet, after (0, 0)
  std::vector<double> log_weights_, below_;
};

}  // namespace plumbline
