/// A weighted sum of shifted distributions of the loss: the distribution for a choice between mechanisms.
#pragma once

#include <memory>
#include <vector>

#include "reference/arithmetic/real.hpp"
#include "reference/mechanisms/loss_measure.hpp"

namespace plumbline {

/// The distribution with the transform K(s) = sum_i w_i e^{d_i s} K_i(s), w_i >= 0.
class MeasureSum final : public LossMeasure {
 public:
  struct Term {
    Real weight, shift;
    std::shared_ptr<const LossMeasure> measure;
  };
  /// Requires at least one term.
  explicit MeasureSum(std::vector<Term> terms);

  Ball transform(double c, Bits p) const override;
  LineValues transform_on_line(double c, const Ball& D, size_t count, Bits p,
                               const Poll& poll) const override;
  Ball decay(double c, double T, Bits p) const override;
  UpperBound algebraic_decay(double c) const override;
  double log_transform(double c) const override;
  double log_decay(double c, double T) const override;

  const std::vector<Term>& terms() const { return terms_; }
  /// Returns w_i e^{d_i c}.
  static Ball factor(const Term& term, double c, Bits p);

 private:
  std::vector<Term> terms_;
  std::vector<double> log_weight_, shift_;  // heuristics
};

}  // namespace plumbline
