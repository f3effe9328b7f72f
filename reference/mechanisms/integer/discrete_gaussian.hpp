/// The discrete Gaussian mechanism: P(x) proportional to exp(-x^2 / (2 sigma^2)) on the integers, and Q the same
/// distribution around the sensitivity.
#pragma once

#include "reference/mechanisms/gaussian/gaussian_sum.hpp"
#include "reference/mechanisms/integer/integer_tables.hpp"
#include "reference/mechanisms/parameters.hpp"

namespace plumbline {

struct MechanismEntry;

struct NoiseRange;

/// The loss is L(x) = (2 x D - D^2) / (2 sigma^2), where D is the sensitivity: a lattice of spacing D / sigma^2. With
/// Theta(a) = sum_x exp(-(x - a)^2 / (2 sigma^2)),
///     K(s) = E_P[e^(sL)] = e^(s(s-1) D^2 / (2 sigma^2)) Theta(sD) / Theta(0).
class DiscreteGaussian final : public PairWithTransform {
 public:
  /// sigma > 0, sensitivity a positive integer (std::logic_error otherwise; the registry rejects other values with its
  /// own message).
  DiscreteGaussian(NoiseScale scale, Rational sensitivity);
  DiscreteGaussian(const Rational& sigma, Rational sensitivity);

  std::string expression() const override;
  std::string identity() const override;
  LossTails tails(const Real& t, Bits p) const override;
  std::optional<LossLattice> lattice() const override;
  Ball transform(double c, Bits p) const override;
  LineValues transform_on_line(double c, const Ball& D, size_t count, Bits p,
                               const Poll& poll) const override;
  ComplexVector transform_on_segment(double c, const Ball& start, const Ball& D, size_t count,
                                     Bits p, const Poll& poll) const override;
  Ball decay(double c, double T, Bits p) const override;
  std::optional<Ball> decay_in_period(double c, double T, Bits p) const override;
  UpperBound algebraic_decay(double c) const override;
  double log_transform(double c) const override;
  double log_decay(double c, double T) const override;

 private:
  void offers(Offers* asked) const override;
  Mechanism subsampled(const Real& p, const std::string& expression) const;
  std::shared_ptr<const IntegerTables> tables(const Real& rate) const;
  std::vector<LossAtom> heavy_atoms(double depth, size_t most) const;
  size_t heavy_count(double depth, size_t most) const;
  Ball third_moment(int tilt, const Ball& t, const NoiseRange& range, Bits p) const;

  class Transform;
  LossTails tails_above(const Rational& x, Bits p) const;

  std::string scale_text_;
  Rational sensitivity_, variance_;
  double sigma_approx_, sensitivity_approx_;
};

/// The registry entry.
MechanismEntry discrete_gaussian_entry();

}  // namespace plumbline
