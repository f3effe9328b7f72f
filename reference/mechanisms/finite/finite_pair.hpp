/// Pairs whose loss takes finitely many values, all of which are finite.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "reference/arithmetic/running/kept.hpp"
#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

class FinitePair final : public PairWithTransform {
 public:
  /// Requires positive masses that sum to 1, under Q, too; merges equal losses.
  FinitePair(const std::vector<LossAtom>& atoms, std::string expression, std::string identity);

  /// In order of increasing loss, without duplicates.
  const std::vector<LossAtom>* atoms() const override { return &atoms_; }

  std::string expression() const override { return expression_; }
  std::string identity() const override { return identity_; }
  LossTails tails(const Real& t, Bits p) const override;
  std::optional<Real> largest_loss() const override { return atoms_.back().loss; }
  std::optional<Real> smallest_loss() const override { return atoms_.front().loss; }
  std::optional<LossLattice> lattice() const override;
  Ball transform(double c, Bits p) const override;
  LineValues transform_on_line(double c, const Ball& D, size_t count, Bits p,
                               const Poll& poll) const override;
  /// |K(c+iy)| comes back to K(c), or near it, for ever larger y.
  Ball decay(double, double, Bits p) const override { return Ball::integer(1, p); }
  UpperBound algebraic_decay(double) const override { return UpperBound::infinite(); }
  double log_transform(double c) const override;
  double log_decay(double, double) const override { return 0; }

 private:
  void offers(Offers* asked) const override;
  /// Returns true if a loss may equal t without any precision deciding it.
  bool has_unknown_losses() const;
  /// The atoms at one precision, because many thresholds are queried with the same.
  struct AtomBalls {
    Ball P, Q, loss;
  };
  struct Masses {
    Ball P, Q;
  };
  /// With sums over all atoms before each place and from it on.
  struct Balls {
    std::vector<AtomBalls> atoms;
    std::vector<Masses> before, from;
  };
  std::shared_ptr<const Balls> balls(Bits p) const;

  std::vector<LossAtom> atoms_;
  std::string expression_, identity_;
  std::vector<double> log_mass_, loss_;  // heuristics
  mutable std::mutex mutex_;
  mutable KeptFew<long, std::shared_ptr<const Balls>> balls_{2};  ///< by precision
};

/// The pair with L = 0.
Mechanism zero_loss(const std::string& expression);

}  // namespace plumbline
