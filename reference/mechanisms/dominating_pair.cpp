#include "reference/mechanisms/dominating_pair.hpp"

#include <stdexcept>

namespace plumbline {

LossTails PairByTransform::tails(const Real&, Bits p) const {
  const Ball any = Ball::indeterminate(p);
  return {any, any, any, any};
}

const LossMeasure& measure_of(const DominatingPair& pair) {
  const LossMeasure* measure = pair.measure();
  if (measure == nullptr) throw std::logic_error(pair.expression() + " offers no transform");
  return *measure;
}

std::shared_ptr<const LossMeasure> shared_measure(const Mechanism& mechanism) {
  return {mechanism, &measure_of(*mechanism)};
}

}  // namespace plumbline
