/// Confidence limits of both errors that hold simultaneously at several thresholds.
#pragma once

#include "reference/mechanisms/loss_measure.hpp"
#include "reference/statistics/score_cuts.hpp"

namespace plumbline {

/// The rule for choosing thresholds.
enum class ThresholdRule { explicit_one, split, bonferroni, all_cuts, dkw, equal_level };
/// Returns the rule of this name. Throws std::invalid_argument, naming the known rules.
ThresholdRule threshold_rule(const std::string& name);
std::string threshold_rule_name(ThresholdRule rule);

/// Limits from the counts at a threshold, which hold simultaneously for all thresholds that the rule permits.
class ErrorBand {
 public:
  /// `thresholds` is the number of thresholds in the list for bonferroni, otherwise 1.
  static ErrorBand of(ThresholdRule rule, long members, long others, const ErrorShares& shares,
                      long thresholds, const Poll& poll);
  /// Returns the band of equal level with the given local levels. Throws std::invalid_argument if their bound is not
  /// below the shares.
  static ErrorBand equal_level(long members, long others, const ErrorShares& shares,
                               const ErrorShares& local, const Poll& poll);

  ErrorLimits limits(const TrialCounts& counts, int digits) const;
  /// Returns both limits in doubles, to choose a threshold.
  std::pair<double, double> approximate(const TrialCounts& counts) const;
  /// Returns the error probabilities of the limits at a single threshold; for dkw, those of the whole band.
  const ErrorShares& local() const { return local_; }
  /// Returns true if the local error probabilities are proportional to those of the whole band. A p-value at one
  /// threshold then implies one for the band.
  bool proportional() const;

 private:
  ErrorBand(ThresholdRule rule, ErrorShares shares, ErrorShares local)
      : rule_(rule), shares_(std::move(shares)), local_(std::move(local)) {}
  ThresholdRule rule_;
  ErrorShares shares_, local_;
};

/// The objective that the choice of a threshold maximises, in doubles.
using CutWorth = std::function<double(double alpha, double beta)>;
/// Returns the threshold with the largest `worth` among all cuts near the first and the last one and some hundred
/// between them.
double best_cut(const Scores& scores, const std::vector<double>& cuts, const ErrorBand& band,
                const CutWorth& worth);
/// Returns the objective of audited_epsilon.
CutWorth epsilon_worth(const Rational& delta, Direction direction);
/// Returns the objective of audited_mu.
double mu_worth(double alpha, double beta);

}  // namespace plumbline
