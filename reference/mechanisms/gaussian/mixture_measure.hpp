/// The distribution of the loss of the subsampled Gaussian pair, or its part in a window.
#pragma once

#include "reference/mechanisms/gaussian/mixture.hpp"
#include "reference/mechanisms/loss_measure.hpp"

namespace plumbline {

class MixtureMeasure final : public LossMeasure {
 public:
  explicit MixtureMeasure(mixture::MixtureLaw law) : law_(std::move(law)) {}

  Ball transform(double c, Bits p) const override;
  LineValues transform_on_line(double c, const Ball& D, size_t count, Bits p,
                               const Poll& poll) const override;
  Ball decay(double c, double T, Bits p) const override;
  UpperBound algebraic_decay(double c) const override;
  double log_transform(double c) const override;
  double log_decay(double c, double T) const override;

  const mixture::MixtureLaw& law() const { return law_; }

 private:
  mixture::MixtureLaw law_;
};

}  // namespace plumbline
