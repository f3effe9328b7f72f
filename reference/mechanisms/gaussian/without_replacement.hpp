/// Gaussian noise on the sum of a batch of fixed size, drawn without replacement; one record replaces another.
#pragma once

#include <mutex>

#include "reference/mechanisms/batches/batch_transform.hpp"
#include "reference/mechanisms/gaussian/subsampled_gaussian.hpp"

namespace plumbline {

struct MechanismEntry;

/// The pair whose profile at each threshold is the larger of the profiles of (P, Q) and (Q, P), where q is the batch
/// size divided by n, P = N(0, sigma^2) and Q = (1-q) P + q N(sensitivity, sigma^2). The profile of one step is at most
/// this profile.
class WithoutReplacement final : public PairWithTransform {
 public:
  /// Constructs the pair; sigma > 0, 0 < batch < n integers, sensitivity > 0 (checked by the registry, which maps
  /// batch = n to the Gaussian pair).
  WithoutReplacement(Rational sigma, Rational n, Rational batch, Rational sensitivity);

  std::string expression() const override { return expression_; }
  std::string identity() const override;
  LossTails tails(const Real& t, Bits p) const override;
  Ball transform(double c, Bits p) const override { return batch::transform(law_, c, p); }
  LineValues transform_on_line(double c, const Ball& D, size_t count, Bits p,
                               const Poll& poll) const override;
  Ball decay(double c, double T, Bits p) const override;
  /// The loss 0 has positive mass, so that |K| has no algebraic decay.
  UpperBound algebraic_decay(double) const override { return UpperBound::infinite(); }
  double log_transform(double c) const override { return sketch(c).log_K; }
  double log_decay(double c, double T) const override;
  /// Returns the smallest number of steps for which integrals along a vertical line need few nodes. For fewer steps,
  /// the total loss 0 has a large mass, and the transform decreases slowly.
  long steps_of_short_lines() const override;

 private:
  void offers(Offers* asked) const override;
  Ball third_moment(int tilt, const Ball& t, Bits p) const;
  Ball cells(double c, double from, double to, Bits p) const;
  batch::heuristic::Sketch sketch(double c) const;

  std::string expression_;
  SubsampledGaussian one_sided_;
  batch::BatchLaw law_;
  struct Cells {
    double c, from, to;
    Ball most;
  };
  mutable std::mutex guard_;  ///< protects the last results
  mutable double tilt_ = 0;
  mutable std::optional<batch::heuristic::Sketch> last_;
  mutable std::optional<Cells> last_cells_;
};

/// The registry entry.
MechanismEntry without_replacement_entry();

}  // namespace plumbline
