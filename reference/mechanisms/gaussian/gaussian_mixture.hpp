/// Pairs of mixtures of Gaussians: the mixture of Gaussians mechanism, and Poisson subsampling for data sets in which
/// one record is replaced by another.
#pragma once

#include "reference/mechanisms/gaussian/two_mixtures.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

struct NoiseRange;

class GaussianMixtures final : public PairWithTransform {
 public:
  /// Constructs the pair as described in two_mixtures.hpp. Throws std::logic_error if no component of Q lies right of
  /// 0, if a component of P lies right of 0, or if a component of Q lies left of 0.
  GaussianMixtures(two_mixtures::TwoMixturesLaw law, std::string expression, std::string identity);

  std::string expression() const override { return expression_; }
  std::string identity() const override { return identity_; }
  LossTails tails(const Real& t, Bits p) const override;
  std::optional<Real> smallest_loss() const override;
  Ball transform(double c, Bits p) const override;
  LineValues transform_on_line(double c, const Ball& D, size_t count, Bits p,
                               const Poll& poll) const override;
  Ball decay(double c, double T, Bits p) const override;
  UpperBound algebraic_decay(double c) const override;
  double log_transform(double c) const override;
  double log_decay(double c, double T) const override;

  const two_mixtures::TwoMixturesLaw& law() const { return law_; }

 private:
  void offers(Offers* asked) const override;
  Mechanism subsampled(const Real& p, const std::string& expression) const;
  Ball third_moment(int tilt, const Ball& t, const NoiseRange& range, Bits p) const;
  /// Returns the weight of Q's component at 0 if P is a single Gaussian at 0; otherwise nothing.
  std::optional<Real> floor() const;
  /// Returns a narrow enclosure of the x with L(x) = t; nothing if it is undecided whether such an x exists.
  std::optional<Ball> position(const Ball& t, Bits p) const;

  two_mixtures::TwoMixturesLaw law_;
  std::string expression_, identity_;
};

/// Returns the pair of P = N(0, sigma^2) and Q = sum_j w_j N(shift_j, sigma^2). Throws std::invalid_argument on invalid
/// shifts or weights.
Mechanism gaussian_mixture(const Rational& sigma, const std::vector<Rational>& shifts,
                           const std::vector<Rational>& weights);

/// Returns the pair of P = (1-p) N(0, sigma^2) + p N(-s, sigma^2) and Q = (1-p) N(0, sigma^2) + p N(s, sigma^2), where
/// 0 < p < 1 and s is the sensitivity.
Mechanism replaced_gaussian(const Rational& sigma, const Real& p, const Rational& sensitivity,
                            const std::string& expression);

/// The registry entry.
MechanismEntry gaussian_mixture_entry();

}  // namespace plumbline
