/// The Gaussian mechanism: P = N(0, sigma^2), Q = N(sensitivity, sigma^2).
#pragma once

#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

/// The Gaussian pair with mu = sensitivity / sigma. The loss L is N(-mu^2/2, mu^2) under P and N(mu^2/2, mu^2) under Q,
/// and its transform is K(s) = E_P[e^{sL}] = exp(s (s-1) mu^2 / 2).
class Gaussian final : public PairWithTransform {
 public:
  /// Constructs the pair from mu^2 > 0. mu may be irrational, for example if sigma^2 is stated.
  Gaussian(Rational mu_squared, std::string expression);
  /// Constructs the pair; sigma > 0, sensitivity > 0 (checked by the registry).
  Gaussian(Rational sigma, Rational sensitivity);
  /// Constructs the pair with the expression of another mechanism, for example subsampling with p = 1.
  Gaussian(Rational sigma, Rational sensitivity, std::string expression);

  std::string expression() const override { return expression_; }
  std::string identity() const override;
  /// Returns mu if it is rational.
  std::optional<Rational> mu() const { return rational_root(mu_squared_); }
  LossTails tails(const Real& t, Bits p) const override;
  Ball transform(double c, Bits p) const override;
  LineValues transform_on_line(double c, const Ball& D, size_t count, Bits p,
                               const Poll& poll) const override;
  Ball decay(double c, double T, Bits p) const override;
  UpperBound algebraic_decay(double c) const override;
  double log_transform(double c) const override;
  double log_decay(double c, double T) const override;

 private:
  void offers(Offers* asked) const override;
  /// Returns the subsampled pair; null if p is not rational.
  Mechanism subsampled(const Real& p) const;
  Rational mu_squared_;
  std::string expression_;
  double mu_squared_approx_;
};

/// Returns the tails of the loss of the pair N(0,1), N(mu,1) with mu^2 > 0. For a composition, mu^2 is the sum over its
/// pairs.
LossTails gaussian_tails(const Rational& mu_squared, const Real& t, Bits p);

/// The registry entry.
MechanismEntry gaussian_entry();

}  // namespace plumbline
