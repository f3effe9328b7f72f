/// Noisy selection: what a choice among finitely many outcomes costs, from the profile of the noise
/// that decides about one of them.
#pragma once

#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/selection/selection.hpp"

namespace plumbline {

/// A mechanism of at most m outcomes of which each for itself is within a profile: with D the larger
/// one of the noise's two, and p_i, p'_i an outcome's probabilities at neighbours,
///
///     p_i - e^t p'_i <= D(t) and p'_i - e^t p_i <= D(t)    for all real t.
///
/// NOISY-OUTCOME lists the mechanisms of the class: the index of the best of noisy scores, the
/// first score above a noisy threshold. Two numbers:
///
///     bound      holds for every such mechanism
///     attained   is what one such mechanism has, at least
class NoisyChoice final : public SelectionBounds {
 public:
  /// Throws std::invalid_argument unless m is an integer from 2 to 1e15.
  NoisyChoice(const PrivacyProfile& noise, const Rational& outcomes, const Effort& effort);

  SelectedValue delta(const Real& epsilon) override;
  SelectedValue epsilon(const Rational& delta) override;
  /// Throws std::invalid_argument: nothing is known of it here.
  SelectedValue renyi(const Rational& order) override;

 private:
  /// e^t, D(t) and D(t) - 1 + e^t, each from above, and in doubles for choices.
  struct ThresholdLine {
    Ball odds, delta, excess;
    double near_odds, near_delta, near_excess;
  };
  /// k from `first` to `last`: how many outcomes an event has.
  struct Cell {
    double first, last, value;
    /// Thresholds that are best, roughly; -inf: that no probability exceeds 1, inf: the left alone.
    double left, right;
    bool operator<(const Cell& other) const { return value < other.value; }
  };
  static constexpr double kNone = -HUGE_VAL, kNever = HUGE_VAL;
  /// The thresholds that a question looks at; it begins with those of base_, so that no answer depends
  /// on the questions before.
  using Thresholds = std::map<double, const ThresholdLine*>;
  ThresholdLine line_at(const Real& t);
  const ThresholdLine& line(double t);
  void spread_lines();
  void refine(Thresholds& thresholds, double t);
  double limit(const ThresholdLine& line, double first, double last) const;
  Ball certain_limit(const ThresholdLine& line, double first, double last) const;
  Cell cell(double first, double last, const ThresholdLine& here,
            const Thresholds& thresholds) const;
  std::vector<Cell> search(const ThresholdLine& here, const Thresholds& thresholds) const;
  Thresholds thresholds_for(const ThresholdLine& here);
  Ball certify(const Cell& cell, const ThresholdLine& here);
  Ball bound(const Real& epsilon);
  double good_share(double k, const ThresholdLine& here, Thresholds& thresholds);
  /// Probabilities x and y of one event at the neighbours, for a mechanism that is good at epsilon.
  std::pair<Ball, Ball> good_event(const Real& epsilon);
  Ball attained_epsilon(const Rational& delta, const Ball& start);
  bool beyond_losses(const Ball& epsilon) const;

  PrivacyProfile profile_;
  double outcomes_;
  Effort effort_;
  Bits bits_;
  std::optional<Ball> largest_loss_;  ///< of the noise, where no loss is infinite
  std::map<double, ThresholdLine> lines_;
  Thresholds base_;
};

}  // namespace plumbline
