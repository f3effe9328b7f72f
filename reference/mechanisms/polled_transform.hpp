/// Extends LossMeasure for transforms whose values take a long time to compute.
#pragma once

#include "reference/mechanisms/loss_measure.hpp"

namespace plumbline {

class PolledTransform {
 public:
  virtual ~PolledTransform() = default;
  /// LossMeasure::transform and algebraic_decay with a `poll`, which is called regularly and may throw.
  virtual Ball transform_polled(double c, Bits p, const Poll& poll) const = 0;
  virtual UpperBound algebraic_decay_polled(double c, const Poll& poll) const = 0;
};

/// Calls the functions with polls if the measure has them, otherwise the plain ones.
Ball transform_of(const LossMeasure& measure, double c, Bits p, const Poll& poll);
UpperBound algebraic_decay_of(const LossMeasure& measure, double c, const Poll& poll);

}  // namespace plumbline
