/// Scores of an attack, a rule for thresholds, and the thresholds that are best among those it allows.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "reference/statistics/attack_text.hpp"
#include "reference/statistics/claimed_curve.hpp"
#include "reference/statistics/score_bands.hpp"

namespace plumbline {

/// The options of the judgement of scores, as texts.
struct ScoreRule {
  std::string threshold;  ///< "explicit=0.5", "split", ...
  std::string seed{};     ///< of a split, which needs one
  std::string confidence = "0.95", split = "0.5";
  bool low = false;  ///< low scores speak for membership
};

/// A rule with what it needs, and the scores it judges.
struct ScoreChoice {
  ThresholdRule rule;
  std::vector<double> cuts;  ///< thresholds among which may be chosen
  Scores scores;
  ErrorBand band;
  ErrorShares shares;
  bool low;  ///< scores and cuts are negated

  double best(const CutWorth& worth) const;
  double best_of_epsilon(const Rational& delta, Direction direction) const;
  double best_of_delta(const Real& epsilon, Direction direction) const;
  double best_of_advantage() const;
  double best_of_tpr(const Rational& fpr) const;
  /// The least cut among those allowed that at most this share of the others reaches. Throws std::invalid_argument
  /// where more of them reach every cut.
  double cut_at_fpr(const Rational& fpr) const;
  /// The cut at which the claim's curve is exceeded most, by some of few digits.
  double best_against(const ClaimedCurve& curve, const Poll& poll) const;
  /// The cut whose TPR at least exceeds by the largest factor what the claim allows, as pictures show it.
  double best_shown_against(const ClaimedCurve& curve, const Poll& poll) const;
  /// A cut as the scores were given.
  double as_given(double cut) const { return low ? -cut : cut; }
};

/// Throws std::invalid_argument, naming the option, where the rule or the seed is none.
void check(const ScoreRule& rule);
/// Returns the choice for scores in their original order. Throws std::invalid_argument, naming the option.
ScoreChoice score_choice(const ScoreRule& rule, const Scores& given, const Poll& poll);

/// "explicit" and "0.5" of "explicit=0.5".
std::pair<std::string, std::string> rule_words(const std::string& text);
std::uint64_t split_seed(const std::string& text);

/// An attack with scores as a certificate has it, at one threshold and at others.
class ScoreAttack {
 public:
  /// `given` as for the choice. Throws std::invalid_argument where a certificate has no room for them.
  ScoreAttack(const ScoreRule& rule, const Scores& given, const ScoreChoice& choice);

  AttackText at(double cut) const;
  /// The scores, as options of the question.
  const NamedTexts& data() const { return data_; }

 private:
  bool low_;
  NamedTexts words_, data_;
};

}  // namespace plumbline
