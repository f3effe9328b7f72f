/// A random choice among several mechanisms with known probabilities; the choice is part of the output.
#pragma once

#include <optional>
#include <vector>

#include "reference/mechanisms/combined/measure_sum.hpp"
#include "reference/mechanisms/loss_pieces.hpp"
#include "reference/mechanisms/tied_losses.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

struct NoiseRange;

/// One branch, which is chosen with probability u_i under P and v_i under Q (equal by default). Conditional on the
/// choice, the loss is that of the mechanism plus log(v_i/u_i).
struct ChoiceBranch {
  Real P_weight;
  std::optional<Real> Q_weight;
  Mechanism mechanism;  ///< a mechanism with finite losses
  std::optional<Real> log_of_weights =
      std::nullopt;  ///< log(v_i/u_i), if a form without cancellation is available

  Real Q() const { return Q_weight.value_or(P_weight); }
  Real shift() const;
};

/// The pair of a choice. Its transform is K(s) = sum_i u_i (v_i/u_i)^s K_i(s), where K_i is the transform of the i-th
/// mechanism. Its tails are weighted sums of the tails of the mechanisms.
class Choice final : public PairWithTransform {
 public:
  /// Constructs the choice. The weights are positive and sum to 1 under P and under Q. `pieces` describe the measure
  /// e^{L/2} dP by atoms and uniform parts (LossPieces), if it has this form.
  Choice(std::vector<ChoiceBranch> branches, std::string expression, std::string identity,
         std::optional<LossPieces> pieces);

  std::string expression() const override { return expression_; }
  std::string identity() const override { return identity_; }
  LossTails tails(const Real& t, Bits p) const override;
  std::optional<Real> largest_loss() const override;
  std::optional<Real> smallest_loss() const override;
  std::optional<LossLattice> lattice() const override;
  bool countable() const override;
  bool tails_known() const override;
  bool ends_known() const override;
  /// Returns the distribution of the loss; null unless all branches have one.
  const LossMeasure* measure() const override;

  Ball transform(double c, Bits p) const override { return whole_->transform(c, p); }
  LineValues transform_on_line(double c, const Ball& D, size_t count, Bits p,
                               const Poll& poll) const override {
    return whole_->transform_on_line(c, D, count, p, poll);
  }
  ComplexVector transform_on_segment(double c, const Ball& start, const Ball& D, size_t count,
                                     Bits p, const Poll& poll) const override;
  Ball decay(double c, double T, Bits p) const override { return whole_->decay(c, T, p); }
  UpperBound algebraic_decay(double c) const override { return whole_->algebraic_decay(c); }
  double log_transform(double c) const override { return whole_->log_transform(c); }
  double log_decay(double c, double T) const override { return whole_->log_decay(c, T); }

 private:
  void offers(Offers* asked) const override;
  /// Returns the pieces of the constructor if present, otherwise the pieces of the branches; nothing if a branch has a
  /// shift log(v_i/u_i) other than 0.
  std::optional<LossPieces> pieces() const;
  Mechanism subsampled(const Real& p, const std::string& expression) const;
  std::vector<LossAtom> heavy(double depth, size_t most) const;
  Ball third_moment(int tilt, const Ball& t, const NoiseRange& range, Bits p) const;
  std::optional<TiedProfile> tied(const Real& t, Bits p) const;

  std::vector<ChoiceBranch> branches_;
  std::string expression_, identity_;
  std::optional<LossPieces> pieces_;
  std::optional<MeasureSum> whole_;
};

/// Returns the pair of these branches, extended by infinite losses. The weights are conditional on a finite loss,
/// which has the masses P_finite and Q_finite (equal if Q_finite is missing). The finite part is a FinitePair if all
/// branches have finitely many losses, and the mechanism itself if there is one branch. `pieces` describe the finite
/// losses if the branches do not provide this information.
Mechanism combined(std::vector<ChoiceBranch> branches, const Real& P_finite,
                   const std::optional<Real>& Q_finite, const std::string& expression,
                   std::optional<LossPieces> pieces = std::nullopt);

/// The registry entry.
MechanismEntry choice_entry();

}  // namespace plumbline
