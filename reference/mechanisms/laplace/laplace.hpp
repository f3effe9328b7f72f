/// The Laplace mechanism: P = Lap(0, b), Q = Lap(sensitivity, b).
#pragma once

#include "reference/mechanisms/edge_density.hpp"
#include "reference/mechanisms/end_hull.hpp"
#include "reference/mechanisms/endpoint_expansion.hpp"
#include "reference/mechanisms/loss_pieces.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

/// Let mu = sensitivity / b, and let x be the output in units of the sensitivity. L = mu (2x - 1) for 0 < x < 1, and L
/// has atoms at -mu (P-mass 1/2, Q-mass e^-mu/2) and +mu (P-mass e^-mu/2, Q-mass 1/2);
/// K(s) = (e^(-mu s) + e^(-mu(1-s)))/2 + (mu/2) e^(-mu/2) sinh(mu(s-1/2)) / (mu(s-1/2)).
class Laplace final : public PairWithTransform {
 public:
  /// b > 0, sensitivity > 0 (checked by the registry).
  Laplace(const Rational& b, const Rational& sensitivity);
  /// Uses the expression of another mechanism for this pair, for example subsampling with p = 1.
  Laplace(const Rational& b, const Rational& sensitivity, std::string expression);

  std::string expression() const override { return expression_; }
  std::string identity() const override;
  const Rational& mu() const { return mu_; }
  LossTails tails(const Real& t, Bits p) const override;
  std::optional<Real> largest_loss() const override { return Real(mu_); }
  std::optional<Real> smallest_loss() const override { return Real(-mu_); }
  /// Returns K(s) for any complex s.
  ComplexBall transform_at(const ComplexBall& s, Bits p) const;
  Ball transform(double c, Bits p) const override;
  /// Computes K^(k)(c), k = 0 .. 4. If mu (c - 1/2) is small, the results have approximately 100 bits less precision
  /// than c.
  void derivatives(const Ball& c, Ball (&out)[5]) const;
  LineValues transform_on_line(double c, const Ball& D, size_t count, Bits p,
                               const Poll& poll) const override;
  Ball decay(double c, double T, Bits p) const override;
  UpperBound algebraic_decay(double c) const override;
  double log_transform(double c) const override;
  double log_decay(double c, double T) const override;

 private:
  void offers(Offers* asked) const override;
  std::unique_ptr<EndpointExpansion> endpoint_expansion() const;
  LossPieces loss_pieces() const;
  Rational mu_;
  std::string expression_;
  double mu_approx_;
};

/// Returns the density of EDGE-LAPLACE for Laplace steps, subsampled at the rate `rate` if it is given.
EdgeDensity laplace_edge(const Rational& mu, const std::optional<Rational>& rate);

/// The registry entry.
MechanismEntry laplace_entry();

}  // namespace plumbline
