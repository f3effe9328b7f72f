/// The Poisson-subsampled Laplace mechanism: P = Lap(0, b), Q = (1-p) Lap(0, b) + p Lap(s, b), with s the sensitivity.
#pragma once

#include "reference/mechanisms/endpoint_expansion.hpp"
#include "reference/mechanisms/hidden_coin.hpp"
#include "reference/mechanisms/laplace/laplace_quadrature.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

/// Let mu = s/b. For x = output/s in (0, 1), the loss is L = log(1-p + p e^{mu(2x-1)}), and x has the P-density
/// (mu/2) e^{-mu x}. The atoms of the loss are at log(1-p + p e^-mu) (P-mass 1/2) and at log(1-p + p e^mu) (P-mass
/// e^-mu/2).
class SubsampledLaplace final : public PairWithTransform {
 public:
  /// b > 0, 0 < p < 1, sensitivity > 0 (checked by the registry, which maps p = 1 to the Laplace
  /// pair).
  SubsampledLaplace(Rational b, Rational p, Rational sensitivity);

  std::string expression() const override;
  std::string identity() const override;
  const laplace::LaplaceLaw& law() const { return law_; }
  LossTails tails(const Real& t, Bits p) const override;
  std::optional<Real> largest_loss() const override;
  std::optional<Real> smallest_loss() const override;
  Ball transform(double c, Bits p) const override;
  LineValues transform_on_line(double c, const Ball& D, size_t count, Bits p,
                               const Poll& poll) const override;
  Ball decay(double c, double T, Bits p) const override;
  UpperBound algebraic_decay(double c) const override;
  double log_transform(double c) const override;
  double log_decay(double c, double T) const override;

 private:
  void offers(Offers* asked) const override;
  HiddenCoin coin() const;
  std::unique_ptr<EndpointExpansion> endpoint_expansion() const;
  Ball third_moment(int tilt, const Ball& t, Bits p) const;

  Rational b_, sensitivity_;
  laplace::LaplaceLaw law_;
};

/// The registry entry.
MechanismEntry subsampled_laplace_entry();

}  // namespace plumbline
