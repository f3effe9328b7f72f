/// The Poisson-subsampled Gaussian mechanism: P = N(0, sigma^2),
/// Q = (1-p) N(0, sigma^2) + p N(sensitivity, sigma^2).
#pragma once

#include "reference/mechanisms/edge_density.hpp"
#include "reference/mechanisms/gaussian/mixture_measure.hpp"
#include "reference/mechanisms/hidden_coin.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

class SubsampledGaussian final : public PairWithTransform {
 public:
  /// Constructs the pair; sigma > 0, 0 < p < 1, sensitivity > 0 (checked by the registry, which maps p = 1 to the
  /// Gaussian pair).
  SubsampledGaussian(Rational sigma, Rational p, Rational sensitivity);

  std::string expression() const override;
  std::string identity() const override;
  LossTails tails(const Real& t, Bits p) const override;
  std::optional<Real> smallest_loss() const override;
  Ball transform(double c, Bits p) const override;
  LineValues transform_on_line(double c, const Ball& D, size_t count, Bits p,
                               const Poll& poll) const override;
  Ball decay(double c, double T, Bits p) const override;
  UpperBound algebraic_decay(double c) const override;
  double log_transform(double c) const override;
  double log_decay(double c, double T) const override;

  const mixture::MixtureLaw& law() const { return law_; }

 private:
  void offers(Offers* asked) const override;
  HiddenCoin coin() const;
  EdgeDensity edge_density() const;
  double largest_scale() const;
  std::shared_ptr<const LossMeasure> part(std::optional<double> low, std::optional<double> high,
                                          int sharpness) const;

  Rational sigma_, sensitivity_;
  mixture::MixtureLaw law_;
  MixtureMeasure whole_;
};

/// The registry entry.
MechanismEntry subsampled_gaussian_entry();

}  // namespace plumbline
