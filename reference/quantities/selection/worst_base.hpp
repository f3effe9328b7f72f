/// A base mechanism, and an order of its outputs, that make selection about equivalent as the
/// base's profile allows.
#pragma once

#include <vector>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/selection/rank_weights.hpp"

namespace plumbline {

/// Outputs of the largest (or smallest) losses: their masses under q and p, roughly.
struct BasePoint {
  double q, p;
};

/// The outputs of the smallest losses, of p-mass `low` in all, and those of the largest, of p-mass
/// `high` in all, alternate: first those of small losses, then an event E of large ones, and so on.
struct BaseBlock {
  Rational low, high;
};

/// An order of outputs that is good for the event of the large losses, found in doubles: both lists
/// of points from no mass upwards, in the order of their masses.
std::vector<BaseBlock> worst_order(const RankWeights& weights,
                                   const std::vector<BasePoint>& largest_losses, double epsilon);

/// The mass of the event of the large losses in the selection, with and without the record.
struct EventMasses {
  Ball q, p;
};
EventMasses event_masses(PrivacyProfile& profile, const RunLaw& runs,
                         const std::vector<BaseBlock>& blocks, const Effort& effort);

}  // namespace plumbline
