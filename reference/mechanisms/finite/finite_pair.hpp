/// Pairs whose loss has finitely many values, all of which are finite.
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
  /// Requires positive masses that sum to 1 under P and under Q. Merges equal losses.
  FinitePair(const std::vector<LossAtom>& atoms, std::string expression, std::string identity);

  /// The atoms in order of increasing loss, without duplicates.
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
  /// Returns the trivial bound 1: K(c+iy) is almost periodic in y, so |K(c+iy)| comes close to K(c) at large y.
  Ball decay(double, double, Bits p) const override { return Ball::integer(1, p); }
  UpperBound algebraic_decay(double) const override { return UpperBound::infinite(); }
  double log_transform(double c) const override;
  double log_decay(double, double) const override { return 0; }

 private:
  void offers(Offers* asked) const override;
  /// Returns true if a loss has an unknown form, so that no precision can decide whether it equals t.
  bool has_unknown_losses() const;
  /// The atoms at one precision, cached because many thresholds are queried with the same precision.
  struct AtomBalls {
    Ball P, Q, loss;
  };
  struct Masses {
    Ball P, Q;
  };
  /// The atoms, and their cumulative masses: before[i] is the mass of the atoms with an index below i, and from[i] that
  /// of all others.
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

/// Returns the pair whose loss is 0 for every output.
Mechanism zero_loss(const std::string& expression);

}  // namespace plumbline
