/// Certified distances of a composition from a privacy target.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/calibration/calibration.hpp"
#include "reference/quantities/privacy_profile.hpp"

namespace plumbline {

/// Returns true if a height meets the target, see TargetJudge.
TargetStanding standing_of(const Ball& height);

class TargetJudge {
 public:
  /// With `vary`, the engine uses another path if it has one.
  TargetJudge(const PrivacyTarget& target, Direction direction, std::string engine,
              bool vary = false);

  /// The log of the quantity over its bound or of a complement over its complement, whichever has less cancellation
  /// (for a Delta-divergence its relative excess over the bound): positive if the target is missed, zero if it is met
  /// with equality. Indeterminate, or containing zero, if it could not be decided.
  Ball height(const Composition& composition, int digits, const Effort& effort);
  /// Decides by fractions, if there are any (calibration_exact.hpp); this also decides if the two are equal.
  TargetStanding exactly(const Composition& composition) const;

  /// The error budget and the engine of the last height.
  const ErrorBudget& budget() const { return budget_; }
  const std::string& engine_used() const { return engine_used_; }
  bool varied() const { return varied_; }

 private:
  Ball profile_height(PrivacyProfile& profile, const Real& epsilon, const Effort& effort);
  /// Returns the largest loss divided by epsilon, minus 1, for a target at delta = 0.
  Ball largest_loss_height(const Composition& composition, const Effort& effort);

  PrivacyTarget target_;
  Direction direction_;
  std::string engine_, engine_used_;
  bool vary_, varied_ = false;
  ErrorBudget budget_;
};

}  // namespace plumbline
