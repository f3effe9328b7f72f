/// Confidence limits of the type I and type II errors of a score that hold simultaneously at several thresholds.
#pragma once

#include "reference/mechanisms/loss_measure.hpp"
#include "reference/statistics/score_cuts.hpp"

namespace plumbline {

/// The rule for choosing thresholds.
enum class ThresholdRule { explicit_one, split, bonferroni, all_cuts, dkw, equal_level };
/// Returns the rule of this name. Throws std::invalid_argument, naming the known rules.
ThresholdRule threshold_rule(const std::string& name);
std::string threshold_rule_name(ThresholdRule rule);

/// Computes confidence limits from the counts at one threshold. The limits hold simultaneously for all thresholds that
/// the rule permits.
class ErrorBand {
 public:
  /// `thresholds` is the number of thresholds in the list for bonferroni, otherwise 1.
  static ErrorBand of(ThresholdRule rule, long members, long others, const ErrorShares& shares,
                      long thresholds, const Poll& poll);
  /// Returns the band of equal level with the given local levels. Throws std::invalid_argument if the local levels are
  /// not proved to have simultaneous levels of at most `shares`.
  static ErrorBand equal_level(long members, long others, const ErrorShares& shares,
                               const ErrorShares& local, const Poll& poll);

  ErrorLimits limits(const TrialCounts& counts, int digits) const;
  /// Returns approximate limits of both errors in doubles, for the choice of a threshold.
  std::pair<double, double> approximate(const TrialCounts& counts) const;
  /// Returns the error probabilities with which the limits at a single threshold are computed; for dkw, the error
  /// probabilities of the whole band.
  const ErrorShares& local() const { return local_; }
  /// Returns true if the local error probabilities are proportional to those of the whole band. Then a p-value at one
  /// threshold, computed with these proportions, is also a p-value for the best threshold.
  bool proportional() const;

 private:
  ErrorBand(ThresholdRule rule, ErrorShares shares, ErrorShares local)
      : rule_(rule), shares_(std::move(shares)), local_(std::move(local)) {}
  ThresholdRule rule_;
  ErrorShares shares_, local_;
};

/// The objective that the choice of a threshold maximises, in doubles.
using CutWorth = std::function<double(double alpha, double beta)>;
/// Returns the threshold with the largest `worth` among the examined cuts: all cuts near the first and the last one,
/// and some hundred cuts between them.
double best_cut(const Scores& scores, const std::vector<double>& cuts, const ErrorBand& band,
                const CutWorth& worth);
/// Returns an objective whose value is the epsilon that the limits alpha and beta refute (audited_epsilon).
CutWorth epsilon_worth(const Rational& delta, Direction direction);
/// An objective. Returns the mu that the limits alpha and beta refute (audited_mu).
double mu_worth(double alpha, double beta);

}  // namespace plumbline
