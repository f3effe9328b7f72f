/// One of several mechanisms is picked with known probabilities, and the pick is seen.
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

/// The pick has the probabilities u_i under P and v_i under Q (the same unless given); given the
/// pick, the loss is that of the mechanism plus log(v_i/u_i).
struct ChoiceBranch {
  Real P_weight;
  std::optional<Real> Q_weight;
  Mechanism mechanism;                                ///< of finite losses
  std::optional<Real> log_of_weights = std::nullopt;  ///< log(v_i/u_i), where it has a better form

  Real Q() const { return Q_weight.value_or(P_weight); }
  Real shift() const;
};

/// K(s) = sum_i u_i (v_i/u_i)^s K_i(s); so are its tails sums of those of the mechanisms.
class Choice final : public PairWithTransform {
 public:
  /// Positive weights that sum to 1 under either measure. `pieces`: the loss's, where known.
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
  /// Where all branches have one.
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
  /// Those given, or those of the branches where picks add nothing to the loss.
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

/// The pair of these branches, whose weights are those given that the loss is finite, where the
/// masses of that are P_finite and Q_finite (nothing: the same number): a FinitePair where all are
/// finite, the mechanism itself where there is one, with what is infinite around it. `pieces`: of the
/// finite losses, where the branches do not say them.
Mechanism combined(std::vector<ChoiceBranch> branches, const Real& P_finite,
                   const std::optional<Real>& Q_finite, const std::string& expression,
                   std::optional<LossPieces> pieces = std::nullopt);

/// For the registry.
MechanismEntry choice_entry();

}  // namespace plumbline
