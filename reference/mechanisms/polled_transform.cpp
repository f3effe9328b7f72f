#include "reference/mechanisms/polled_transform.hpp"

namespace plumbline {

Ball transform_of(const LossMeasure& measure, double c, Bits p, const Poll& poll) {
  const auto* polled = dynamic_cast<const PolledTransform*>(&measure);
  return polled != nullptr ? polled->transform_polled(c, p, poll) : measure.transform(c, p);
}

UpperBound algebraic_decay_of(const LossMeasure& measure, double c, const Poll& poll) {
  const auto* polled = dynamic_cast<const PolledTransform*>(&measure);
  return polled != nullptr ? polled->algebraic_decay_polled(c, poll) : measure.algebraic_decay(c);
}

}  // namespace plumbline
