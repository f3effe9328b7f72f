/// Constructs a base mechanism and an order of its outputs for which the selection loses approximately as much privacy
/// as any base with the given profile can lose.
#pragma once

#include <vector>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/selection/rank_weights.hpp"

namespace plumbline {

/// Approximate masses under q and p of a set of outputs with the largest (or smallest) losses.
struct BasePoint {
  double q, p;
};

/// A block of an order of outputs. Outputs of the smallest losses, up to the p-mass `low`, alternate with outputs of
/// the largest losses, up to the p-mass `high`: first outputs of small losses, then an event E of large ones, and so
/// on.
struct BaseBlock {
  Rational low, high;
};

/// Returns an order of outputs for which the event of the large losses has a nearly maximal value of (q-mass) -
/// e^epsilon (p-mass) after the selection. The search uses doubles. The points `largest_losses` start at mass zero and
/// increase.
std::vector<BaseBlock> worst_order(const RankWeights& weights,
                                   const std::vector<BasePoint>& largest_losses, double epsilon);

/// The probability of the event of the large losses after the selection, if the base has the distribution q or p.
struct EventMasses {
  Ball q, p;
};
EventMasses event_masses(PrivacyProfile& profile, const RunLaw& runs,
                         const std::vector<BaseBlock>& blocks, const Effort& effort);

}  // namespace plumbline
