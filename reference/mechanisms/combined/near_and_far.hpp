/// A random choice between two pairs, which the output reveals: with a small probability a pair with large losses,
/// otherwise a pair with losses near 0.
#pragma once

#include "reference/mechanisms/combined/measure_sum.hpp"
#include "reference/mechanisms/far_losses.hpp"
#include "reference/mechanisms/tied_losses.hpp"

namespace plumbline {

struct NoiseRange;

/// The pair with the transform K(s) = (1 - w) K_near(s) + w K_far(s), where w is far_share. Its tails are sums with the
/// same weights.
class NearAndFar final : public PairWithTransform {
 public:
  /// Requires that both mechanisms have transforms and tails; 0 < far_share < 1.
  NearAndFar(FarLosses losses, std::string expression);

  std::string expression() const override { return expression_; }
  std::string identity() const override { return expression_; }
  LossTails tails(const Real& t, Bits p) const override;
  std::optional<Real> largest_loss() const override;
  std::optional<Real> smallest_loss() const override;
  Ball transform(double c, Bits p) const override { return whole_.transform(c, p); }
  LineValues transform_on_line(double c, const Ball& D, size_t count, Bits p,
                               const Poll& poll) const override {
    return whole_.transform_on_line(c, D, count, p, poll);
  }
  Ball decay(double c, double T, Bits p) const override { return whole_.decay(c, T, p); }
  UpperBound algebraic_decay(double c) const override { return whole_.algebraic_decay(c); }
  double log_transform(double c) const override { return whole_.log_transform(c); }
  double log_decay(double c, double T) const override { return whole_.log_decay(c, T); }

 private:
  void offers(Offers* asked) const override;
  Real near_share() const { return Real(Rational(1)) - losses_.far_share; }
  TiedProfile tied(const Real& t, Bits p) const;
  Ball third_moment(int tilt, const Ball& t, const NoiseRange& range, Bits p) const;

  FarLosses losses_;
  std::string expression_;
  MeasureSum whole_;
};

}  // namespace plumbline
