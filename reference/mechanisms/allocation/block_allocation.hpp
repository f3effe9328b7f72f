/// Bounds the mechanism in which each record participates in k of t steps, chosen at random, by k independent epochs.
#pragma once

#include "reference/mechanisms/allocation/shown_steps.hpp"
#include "reference/mechanisms/polled_transform.hpp"

namespace plumbline {

/// The steps are divided into k blocks of floor(t/k) and ceil(t/k) steps, and the record participates in one step of
/// each block. The privacy profile is an upper bound of that of "k of t" in either direction. Proof: to choose a
/// uniform set of k steps, choose a uniform secret partition of the t steps into blocks, and one step in each block. P
/// is the same for all partitions, and Q is the mean of the laws Q of the partitions. The expressions sup_E Q(E) -
/// e^eps P(E) and sup_E P(E) - e^eps Q(E) are convex in Q. By symmetry all partitions have the same profile.
class BlockAllocation final : public PairByTransform, public PolledTransform {
 public:
  struct Blocks {
    Mechanism epoch;  ///< the mechanism of one block
    Rational count;   ///< number of such blocks, at least one
  };
  /// `blocks` contains one or two kinds of blocks. `expression` and `identity` are those of the whole mechanism.
  BlockAllocation(std::vector<Blocks> blocks, std::string expression, std::string identity);

  std::string expression() const override { return expression_; }
  std::string identity() const override { return identity_; }
  Ball transform(double c, Bits p) const override;
  LineValues transform_on_line(double c, const Ball& D, size_t count, Bits p,
                               const Poll& poll) const override;
  Ball decay(double c, double T, Bits p) const override;
  UpperBound algebraic_decay(double c) const override;
  Ball transform_polled(double c, Bits p, const Poll& poll) const override;
  UpperBound algebraic_decay_polled(double c, const Poll& poll) const override;
  double log_transform(double c) const override;
  double log_decay(double c, double T) const override;

 private:
  void offers(Offers* asked) const override;
  /// Returns the bounds for all blocks together; the Gaussians of the blocks have the same scale.
  ShownSteps shown_steps() const;
  Ball log_transform_range(const Ball& c) const;

  std::vector<Blocks> blocks_;
  std::string expression_, identity_;
};

}  // namespace plumbline
