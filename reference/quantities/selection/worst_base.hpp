/// A base mechanism and an order of its outputs for which the selection loses approximately as much privacy as the
/// base's profile permits.
#pragma once

#include <vector>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/selection/rank_weights.hpp"

namespace plumbline {

/// Outputs of the largest (or smallest) losses: their approximate masses under q and p.
struct BasePoint {
  double q, p;
};

/// A block of an order. Outputs of the smallest losses, up to the p-mass `low`, alternate with outputs of the largest
/// losses, up to the p-mass `high`: first outputs of small losses, then an event E of large ones, and so on.
struct BaseBlock {
  Rational low, high;
};

/// Returns an order of outputs that is nearly optimal for the event of the large losses, found in doubles. Both lists
/// of points start at mass zero and increase.
std::vector<BaseBlock> worst_order(const RankWeights& weights,
                                   const std::vector<BasePoint>& largest_losses, double epsilon);

/// The mass of the event of the large losses after the selection, with and without the record.
struct EventMasses {
  Ball q, p;
};
EventMasses event_masses(PrivacyProfile& profile, const RunLaw& runs,
                         const std::vector<BaseBlock>& blocks, const Effort& effort);

}  // namespace plumbline
