/// Noisy selection: bounds the privacy of a choice among finitely many outcomes. The bounds are computed from the
/// privacy profile of the noise that decides whether one given outcome is chosen.
#pragma once

#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/selection/selection.hpp"

namespace plumbline {

/// A mechanism with at most m outcomes, each of which satisfies the two inequalities below. Let D be the larger of the
/// two profiles of the noise, and p_i, p'_i the probabilities of an outcome at neighbours. Then
///
///     p_i - e^t p'_i <= D(t) and p'_i - e^t p_i <= D(t)    for all real t.
///
/// NOISY-OUTCOME lists the mechanisms of the class, for example the index of the best of noisy scores, and the first
/// score above a noisy threshold. Every answer has two numbers:
///
///     bound      an upper bound for every such mechanism
///     attained   a lower bound for one such mechanism
class NoisyChoice final : public SelectionBounds {
 public:
  /// Throws std::invalid_argument unless m is an integer from 2 to 1e15.
  NoisyChoice(const PrivacyProfile& noise, const Rational& outcomes, const Effort& effort);

  SelectedValue delta(const Real& epsilon) override;
  SelectedValue epsilon(const Rational& delta) override;
  /// Always throws std::invalid_argument: no bound on the Renyi divergence is known here.
  SelectedValue renyi(const Rational& order) override;

 private:
  /// A threshold t: upper bounds of e^t, D(t) and D(t) - 1 + e^t, and their approximations in doubles.
  struct ThresholdLine {
    Ball odds, delta, excess;
    double near_odds, near_delta, near_excess;
  };
  /// All events whose number k of outcomes is from `first` to `last`. `value` is an upper bound of p(E) - e^epsilon
  /// p'(E) for these events E.
  struct Cell {
    double first, last, value;
    /// The approximately optimal thresholds s = left and t = right of BOUND(NOISY-CHOICE). left = -inf means that the
    /// trivial bound 1 is used at the left. right = inf means that only the left threshold is used.
    double left, right;
    bool operator<(const Cell& other) const { return value < other.value; }
  };
  static constexpr double kNone = -HUGE_VAL, kNever = HUGE_VAL;
  /// The thresholds that a question evaluates. Each question starts from the thresholds of base_, so that no answer
  /// depends on earlier questions.
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
  /// Returns the probabilities x and y of one event at the neighbours, for a mechanism that is nearly optimal at
  /// epsilon.
  std::pair<Ball, Ball> good_event(const Real& epsilon);
  Ball attained_epsilon(const Rational& delta, const Ball& start);
  bool beyond_losses(const Ball& epsilon) const;

  PrivacyProfile profile_;
  double outcomes_;
  Effort effort_;
  Bits bits_;
  std::optional<Ball> largest_loss_;  ///< largest loss of the noise, if no loss is infinite
  std::map<double, ThresholdLine> lines_;
  Thresholds base_;
};

}  // namespace plumbline
