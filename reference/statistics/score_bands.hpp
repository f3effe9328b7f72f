/// Confidence limits of both errors that hold simultaneously at several thresholds.
#pragma once

#include "reference/mechanisms/loss_measure.hpp"
#include "reference/statistics/score_cuts.hpp"

namespace plumbline {

/// The rule for choosing thresholds.
enum class ThresholdRule { explicit_one, split, bonferroni, all_cuts, dkw, equal_level };
/// Throws std::invalid_argument, naming the known rules.
ThresholdRule threshold_rule(const std::string& name);
std::string threshold_rule_name(ThresholdRule rule);

/// Limits from the counts at a threshold, which hold simultaneously for all thresholds that the rule permits.
class ErrorBand {
 public:
  /// `thresholds`: the length of the list for bonferroni, otherwise 1.
  static ErrorBand of(ThresholdRule rule, long members, long others, const ErrorShares& shares,
                      long thresholds, const Poll& poll);
  /// Returns the band of equal level with the given local levels. Throws std::invalid_argument if their bound is not
  /// below the shares.
  static ErrorBand equal_level(long members, long others, const ErrorShares& shares,
                               const ErrorShares& local, const Poll& poll);

  ErrorLimits limits(const TrialCounts& counts, int digits) const;
  /// Returns the pair in doubles, for choices.
  std::pair<double, double> approximate(const TrialCounts& counts) const;
  /// Error probabilities of the limits at one threshold; for dkw the shares themselves.
  const ErrorShares& local() const { return local_; }
  /// Returns true if a p-value at a threshold follows from these by proportion.
  bool proportional() const;

 private:
  ErrorBand(ThresholdRule rule, ErrorShares shares, ErrorShares local)
      : rule_(rule), shares_(std::move(shares)), local_(std::move(local)) {}
  ThresholdRule rule_;
  ErrorShares shares_, local_;
};

/// The objective that the choice of a threshold maximises, in doubles.
using CutWorth = std::function<double(double alpha, double beta)>;
/// The threshold with the largest worth, among all cuts near the ends and some hundred between them.
double best_cut(const Scores& scores, const std::vector<double>& cuts, const ErrorBand& band,
                const CutWorth& worth);
/// Returns the objective of audited_epsilon, audited_mu, audited_advantage.
CutWorth epsilon_worth(const Rational& delta, Direction direction);
double mu_worth(double alpha, double beta);

}  // namespace plumbline
