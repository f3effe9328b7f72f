/// Certified distances of a composition from a privacy target.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/calibration/calibration.hpp"
#include "reference/quantities/privacy_profile.hpp"

namespace plumbline {

/// Returns the verdict that a height implies, see TargetJudge.
TargetStanding standing_of(const Ball& height);

class TargetJudge {
 public:
  /// `vary` selects an alternative method of the engine, if it has one.
  TargetJudge(const PrivacyTarget& target, Direction direction, std::string engine,
              bool vary = false);

  /// Returns the height: log(quantity / bound), or an equivalent with less cancellation, such as log((1 - bound) / (1 -
  /// quantity)). For a Delta-divergence, the height is its relative excess over the bound. The height is positive if
  /// the target is missed and zero if it is met with equality. It is indeterminate, or contains zero, if the sign is
  /// undecided.
  Ball height(const Composition& composition, int digits, const Effort& effort);
  /// Decides by exact fractions if they are available (calibration_exact.hpp); fractions also decide equality.
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
