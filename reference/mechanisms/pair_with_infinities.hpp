/// A pair with mass at L = +inf or L = -inf, represented by the pair conditioned on a finite L and the masses.
#pragma once

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

struct TiedProfile;

/// Let b = P(L finite), a = Q(L finite), and L' the loss of the pair conditioned on a finite loss. Then L = L' +
/// log(a/b).
class PairWithInfinities final : public PairWithTransform {
 public:
  /// `losses.conditional` is null if and only if a = b = 0. `losses.even` states that a = b, for the case that the two
  /// numbers do not show it.
  PairWithInfinities(InfiniteLosses losses, std::string expression, std::string identity);

  std::string expression() const override { return expression_; }
  std::string identity() const override { return identity_; }
  LossTails tails(const Real& t, Bits p) const override;
  std::optional<Real> largest_loss() const override;
  std::optional<Real> smallest_loss() const override;
  bool tails_known() const override;
  bool ends_known() const override;
  std::optional<LossLattice> lattice() const override;
  /// Not null if the conditional pair has a measure.
  const LossMeasure* measure() const override;
  Ball transform(double c, Bits p) const override;
  LineValues transform_on_line(double c, const Ball& D, size_t count, Bits p,
                               const Poll& poll) const override;
  Ball decay(double c, double T, Bits p) const override;
  UpperBound algebraic_decay(double c) const override;
  double log_transform(double c) const override;
  double log_decay(double c, double T) const override;

 private:
  void offers(Offers* asked) const override;
  /// The tied profile (tied_losses.hpp); nothing if the tied profile of the conditional pair is unknown.
  std::optional<TiedProfile> tied(const Real& t, Bits p) const;
  /// b (a/b)^c.
  Ball factor(double c, Bits p) const;

  InfiniteLosses losses_;
  std::string expression_, identity_;
  Real shift_;  ///< log(a/b)
};

/// Returns log(a/b) for positive a, b; the rational 0 if they are known to be equal.
Real log_ratio(const Real& a, const Real& b);

}  // namespace plumbline
