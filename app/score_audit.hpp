/// The audit of scores that the words of `audit scores` ask for.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/audits/audit_words.hpp"
#include "reference/statistics/score_bands.hpp"

namespace plumbline {

/// A rule with what it needs, and the scores it judges.
struct ScoreAudit {
  ThresholdRule rule;
  std::vector<double> cuts;  ///< thresholds among which may be chosen
  Scores scores;
  FieldGroup data;
  ErrorBand band;
  ErrorShares shares;
  bool low;  ///< scores and cuts are negated

  double best(const CutWorth& worth) const;
  double best_of_epsilon(const Rational& delta, Direction direction) const;
  double best_of_advantage() const;
  double best_of_tpr(const Rational& fpr) const;
  /// The cut at which the claim's curve is exceeded most, by some of few digits.
  double best_against(const ClaimedCurve& curve, double timeout) const;
  /// The cut whose TPR at least exceeds by the largest factor what the claim allows, as pictures show it.
  double best_shown_against(const ClaimedCurve& curve, double timeout) const;
  /// A cut as the scores were given.
  double as_given(double cut) const { return low ? -cut : cut; }
};

ScoreAudit score_audit_of(const ScoreArguments& arguments, const Poll& poll);

/// "explicit" and "0.5" of "explicit=0.5".
std::pair<std::string, std::string> rule_words(const std::string& text);
std::uint64_t split_seed(const std::string& text);

}  // namespace plumbline
