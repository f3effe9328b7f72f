/// The picture of an audit of scores: what was seen, what is proved of it, and what is claimed.
#pragma once

#include <optional>

#include "reference/statistics/claimed_curve.hpp"
#include "reference/statistics/score_bands.hpp"
#include "verify/figures/figure.hpp"

namespace plumbline {

struct RocClaim {
  std::string text;
  ClaimedCurve curve;
  std::optional<double> refuted_at;  ///< a cut at whose limits it is refuted
};

/// Both axes logarithmic: FPR and TPR at every cut (some hundred of them), the limits of the band at those cuts
/// that the rule allows, and the largest TPR at each FPR that the claim allows.
Figure roc_figure(const Scores& scores, const std::vector<double>& allowed, const ErrorBand& band,
                  const std::optional<RocClaim>& claim, const std::string& words, const Poll& poll);

}  // namespace plumbline
