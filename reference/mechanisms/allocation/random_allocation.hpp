/// Random allocation ("balls in bins") with Gaussian noise: each record participates in exactly one of t steps, or in
/// k of t steps.
#pragma once

#include "reference/mechanisms/allocation/allocation.hpp"
#include "reference/mechanisms/allocation/shown_steps.hpp"
#include "reference/mechanisms/polled_transform.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

/// One epoch of t >= 2 steps, with one allocated step. The tails of the loss have no closed form; its transform is
/// computed.
class RandomAllocation final : public PairByTransform, public PolledTransform {
 public:
  /// Constructs the pair; sigma > 0, t >= 2 an integer, sensitivity > 0 (checked by the registry, which maps t = 1 to
  /// the Gaussian pair).
  RandomAllocation(Rational sigma, Rational t, Rational sensitivity);

  std::string expression() const override;
  std::string identity() const override;
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
  ShownSteps shown_steps() const;
  Ball log_transform_range(const Ball& c) const;

  Rational sigma_, sensitivity_;
  allocation::AllocationLaw law_;
};

/// The registry entry.
MechanismEntry random_allocation_entry();

}  // namespace plumbline
