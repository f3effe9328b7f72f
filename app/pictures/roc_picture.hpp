/// The plot of an audit of scores: the observed, the proved and the claimed ROC curves.
#pragma once

#include <optional>

#include "reference/statistics/claimed_curve.hpp"
#include "reference/statistics/score_bands.hpp"
#include "verify/figures/figure.hpp"

namespace plumbline {

struct RocClaim {
  std::string text;
  ClaimedCurve curve;
  std::optional<double> refuted_at;  ///< a cut at which the limits of the errors refute the claim
};

/// Returns the plot, with logarithmic axes. It shows the observed FPR and TPR at some hundred cuts (thresholds of the
/// scores), the confidence limits of `band` at the cuts in `allowed`, and the largest TPR that the claim permits at
/// each FPR.
Figure roc_figure(const Scores& scores, const std::vector<double>& allowed, const ErrorBand& band,
                  const std::optional<RocClaim>& claim, const std::string& words, const Poll& poll);

}  // namespace plumbline
