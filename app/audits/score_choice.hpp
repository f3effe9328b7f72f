/// Scores of an attack, a rule for thresholds, and the best thresholds that the rule permits.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "reference/statistics/attack_text.hpp"
#include "reference/statistics/claimed_curve.hpp"
#include "reference/statistics/score_bands.hpp"

namespace plumbline {

/// The options for judging scores, as texts.
struct ScoreRule {
  std::string threshold;  ///< "explicit=0.5", "split", ...
  std::string seed{};     ///< seed of the random split; required for the rule "split"
  std::string confidence = "0.95", split = "0.5";
  bool low = false;  ///< low scores indicate membership
};

/// A rule for the threshold, the thresholds (cuts) that it permits, and the scores that are judged.
struct ScoreChoice {
  ThresholdRule rule;
  std::vector<double> cuts;  ///< thresholds from which the rule chooses
  Scores scores;
  ErrorBand band;
  ErrorShares shares;
  bool low;  ///< true if `scores` and `cuts` are the negated input

  double best(const CutWorth& worth) const;
  double best_of_epsilon(const Rational& delta, Direction direction) const;
  double best_of_delta(const Real& epsilon, Direction direction) const;
  double best_of_advantage() const;
  double best_of_tpr(const Rational& fpr) const;
  /// Returns the smallest permitted cut with a false positive rate of at most `fpr` on the scores. Throws
  /// std::invalid_argument if no permitted cut has such a rate.
  double cut_at_fpr(const Rational& fpr) const;
  /// Returns the cut at which the claimed type II error exceeds that of the attack by the largest factor, computed
  /// with few digits.
  double best_against(const ClaimedCurve& curve, const Poll& poll) const;
  /// Returns the cut at which the TPR exceeds the claimed TPR by the largest factor, for plots.
  double best_shown_against(const ClaimedCurve& curve, const Poll& poll) const;
  /// Returns a cut on the scale of the input scores.
  double as_given(double cut) const { return low ? -cut : cut; }
};

/// Throws std::invalid_argument, naming the option, if the rule or the seed is invalid.
void check(const ScoreRule& rule);
/// Returns the choice. `given` are the scores in the order of the input, because a split selects positions. Throws
/// std::invalid_argument if an option is invalid; the message names the option.
ScoreChoice score_choice(const ScoreRule& rule, const Scores& given, const Poll& poll);

/// Splits "explicit=0.5" into "explicit" and "0.5".
std::pair<std::string, std::string> rule_words(const std::string& text);
std::uint64_t split_seed(const std::string& text);

/// An attack with scores, in the form that certificates contain: at() returns its text for one threshold.
class ScoreAttack {
 public:
  /// `given` are the scores in their original order, as in score_choice(). Throws std::invalid_argument if a
  /// certificate cannot contain the scores.
  ScoreAttack(const ScoreRule& rule, const Scores& given, const ScoreChoice& choice);

  AttackText at(double cut) const;
  /// The scores, as options of a certificate's question.
  const NamedTexts& data() const { return data_; }

 private:
  bool low_;
  NamedTexts words_, data_;
};

}  // namespace plumbline
