/// Extends LossMeasure for transforms of which one value takes long.
#pragma once

#include "reference/mechanisms/loss_measure.hpp"

namespace plumbline {

class PolledTransform {
 public:
  virtual ~PolledTransform() = default;
  /// LossMeasure::transform and algebraic_decay; `poll` is called within and may throw.
  virtual Ball transform_polled(double c, Bits p, const Poll& poll) const = 0;
  virtual UpperBound algebraic_decay_polled(double c, const Poll& poll) const = 0;
};

/// Those with polls where the measure has them, the plain ones otherwise.
Ball transform_of(const LossMeasure& measure, double c, Bits p, const Poll& poll);
UpperBound algebraic_decay_of(const LossMeasure& measure, double c, const Poll& poll);

}  // namespace plumbline
