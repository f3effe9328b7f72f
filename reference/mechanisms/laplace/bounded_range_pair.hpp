/// The worst pair of a mechanism of bounded range.
#pragma once

#include "reference/mechanisms/dominating_pair.hpp"
#include "reference/mechanisms/loss_pieces.hpp"

namespace plumbline {

/// The pair whose profile is, for one run, the maximum over all mechanisms of bounded range, by BOUND(RANGE-PAIR):
///     delta(g) = (1 - e^{(g-epsilon)/2})^2 / (1 - e^{-epsilon}),   |g| <= epsilon.
/// It is tight for one run and an upper bound for several runs, adaptive or not. The loss lies in [-epsilon, epsilon]
/// and has no atoms. K(s) = sinhc(epsilon (s - 1/2)) / sinhc(epsilon/2).
class BoundedRange final : public PairWithTransform {
 public:
  /// epsilon > 0 (checked by the registry).
  explicit BoundedRange(Rational epsilon);

  std::string expression() const override;
  std::string identity() const override { return expression(); }
  LossTails tails(const Real& t, Bits p) const override;
  std::optional<Real> largest_loss() const override { return Real(epsilon_); }
  std::optional<Real> smallest_loss() const override { return Real(-epsilon_); }
  Ball transform(double c, Bits p) const override;
  LineValues transform_on_line(double c, const Ball& D, size_t count, Bits p,
                               const Poll& poll) const override;
  Ball decay(double c, double T, Bits p) const override;
  UpperBound algebraic_decay(double c) const override;
  double log_transform(double c) const override;
  double log_decay(double c, double T) const override;

 private:
  void offers(Offers* asked) const override;
  LossPieces loss_pieces() const;
  ComplexBall transform_at(const ComplexBall& s, Bits p) const;
  Rational epsilon_;
  double epsilon_approx_;
};

}  // namespace plumbline
