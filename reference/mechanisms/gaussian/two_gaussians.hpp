/// Two Gaussians of different scale: the pair of a release whose noise scale depends on the record.
#pragma once

#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/expression.hpp"

namespace plumbline {

/// The pair of P = N(0, I) and Q = N(m e, r^2 I) in the given dimension, r != 1.
class TwoGaussians final : public DominatingPair {
 public:
  /// Throws std::invalid_argument if the sums of its tails would be too long.
  TwoGaussians(GaussianScales scales, std::string expression);

  std::string expression() const override { return expression_; }
  std::string identity() const override;
  LossTails tails(const Real& t, Bits p) const override;
  std::optional<Real> largest_loss() const override;
  std::optional<Real> smallest_loss() const override;
  bool ends_known() const override { return true; }

  /// Returns the tails; their series are truncated at 2^-depth relative to the tails.
  LossTails tails_to_depth(const Real& t, Bits p, double depth) const;

 private:
  void offers(Offers* asked) const override;
  /// Returns the smallest loss for r > 1, and the largest loss for r < 1.
  Real edge() const;
  std::optional<Ball> log_K(const Rational& a, Bits p) const;
  Ball mean(int tilt, Bits p) const;

  GaussianScales scales_;
  std::string expression_;
  Rational excess_;      ///< r^2 - 1
  Rational noncentral_;  ///< (m/(r^2-1))^2
  bool wide_;            ///< r > 1
};

/// Returns the reason why the tails cannot be computed; an empty text if they can.
std::string too_long_sums(const GaussianScales& scales);

/// Combines a composition of such pairs with equal r into one such pair with more dimensions. Returns nothing for other
/// factors.
std::optional<GaussianScales> combined_scales(const std::vector<Factor>& factors);

/// The registry entry.
MechanismEntry two_gaussians_entry();

}  // namespace plumbline
