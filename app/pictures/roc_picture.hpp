/// The plot of an audit of scores: the observed, the proved and the claimed curves.
#pragma once

#include <optional>

#include "reference/statistics/claimed_curve.hpp"
#include "reference/statistics/score_bands.hpp"
#include "verify/figures/figure.hpp"

namespace plumbline {

struct RocClaim {
  std::string text;
  ClaimedCurve curve;
  std::optional<double> refuted_at;  ///< a cut whose limits refute it
};

/// Both axes are logarithmic: FPR and TPR at every cut (some hundred of them), the limits of the band at the cuts that
/// the rule permits, and the largest TPR at each FPR that the claim permits.
Figure roc_figure(const Scores& scores, const std::vector<double>& allowed, const ErrorBand& band,
                  const std::optional<RocClaim>& claim, const std::string& words, const Poll& poll);

}  // namespace plumbline
