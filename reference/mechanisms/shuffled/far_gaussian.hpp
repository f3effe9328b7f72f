/// The part of the Gaussian pair with losses beyond T or below -T, together with two atoms at T and -T.
#pragma once

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

struct FarGaussianLaw {
  Rational mu_squared;  ///< mu^2 of N(0, 1) against N(mu, 1)
  Rational start;       ///< T > 0: all losses have |L| >= T
  Real weight;          ///< rho > 0, the factor of the Gaussian distribution
  Real atom;            ///< the mass of L = T under P, and of L = -T under Q; at least 0
};

/// Returns the total mass of |L| >= T, which is equal under P and Q.
Ball far_mass(const FarGaussianLaw& law, Bits p);

/// The pair of the far losses, normalised to probability 1.
class FarGaussian final : public PairWithTransform {
 public:
  FarGaussian(FarGaussianLaw law, std::string expression);

  std::string expression() const override { return expression_; }
  std::string identity() const override { return expression_; }
  LossTails tails(const Real& t, Bits p) const override;
  Ball transform(double c, Bits p) const override;
  LineValues transform_on_line(double c, const Ball& D, size_t count, Bits p,
                               const Poll& poll) const override;
  /// Returns 1, because the transform of the atoms does not decay.
  Ball decay(double, double, Bits p) const override { return Ball::integer(1, p); }
  UpperBound algebraic_decay(double) const override { return UpperBound::infinite(); }
  double log_transform(double c) const override { return transform(c, Bits{64}).log_approximate(); }
  double log_decay(double, double) const override { return 0; }

 private:
  void offers(Offers* asked) const override;
  /// The tails, not normalised, at thresholds above T, between -T and T, and below -T.
  LossTails beyond(const Real& t, Bits p) const;
  LossTails between(Bits p) const;
  LossTails before(const Real& t, Bits p) const;
  Ball third_moment(int tilt, const Ball& t, Bits p) const;

  FarGaussianLaw law_;
  std::string expression_;
};

}  // namespace plumbline
