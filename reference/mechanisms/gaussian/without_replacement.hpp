/// Gaussian noise on the sum of a batch of fixed size, drawn without replacement; one record is
/// exchanged for another.
#pragma once

#include "reference/mechanisms/gaussian/subsampled_gaussian.hpp"

namespace plumbline {

/// The pair whose profile is the larger of both directions' of (P, (1-q) P + q Q), q the share of
/// a batch: what one step has at most. With tails alone, `lattice` composes it.
class WithoutReplacement final : public DominatingPair {
 public:
  /// sigma > 0, 0 < batch < n whole, sensitivity > 0 (checked by the registry, which maps batch = n
  /// to the Gaussian pair).
  WithoutReplacement(Rational sigma, Rational n, Rational batch, Rational sensitivity);

  std::string expression() const override { return expression_; }
  std::string identity() const override;
  LossTails tails(const Real& t, Bits p) const override;
  bool ends_known() const override { return true; }  // there are none

 private:
  std::string expression_;
  SubsampledGaussian one_sided_;
};

/// For the registry.
MechanismEntry without_replacement_entry();

}  // namespace plumbline
