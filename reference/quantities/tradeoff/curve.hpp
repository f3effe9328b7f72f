/// The tests "reject if the loss exceeds t" of one direction. Their errors (a, b) are tails of the loss, computed with
/// their own relative accuracy, and are points of the trade-off curve.
#pragma once

#include <optional>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"

namespace plumbline {

/// The errors of the test at a threshold and their complements: a = null_above, b = alt_below.
enum class TestTail { null_above, null_below, alt_above, alt_below };

/// One direction (forward or reverse) of a profile.
class Curve {
 public:
  Curve(PrivacyProfile& profile, bool reverse);

  /// Returns the tail of the test at the threshold t, an exact ball. Forward rejects if S > t; reverse if -S >= t.
  /// Both are likelihood ratio tests; the bounds need no other property.
  Enclosure tail(TestTail which, const Ball& t, const Effort& effort);

  /// Returns the approximate location of the loss under the null hypothesis.
  Composition::Location location() const;
  /// If all losses lie on a lattice with at most one point in the closed interval [lo, hi], returns that point, or
  /// the last point before lo if there is none. No other loss lies between the returned point and hi.
  std::optional<Ball> only_loss(const Ball& lo, const Ball& hi, Bits p) const;
  /// Returns a threshold in the middle of the gap between losses that contains t; t itself if losses are not known to
  /// lie on a lattice.
  Ball between_losses(const Ball& t) const;
  /// Returns the largest (smallest) loss, if it is finite and no loss is infinite.
  std::optional<Real> extreme_loss(bool largest) const;
  /// Returns true if the loss of some step is known to have a density: then no single loss of the sum has positive
  /// mass.
  bool has_density() const;
  bool reversed() const { return reverse_; }

 private:
  PrivacyProfile& profile_;
  bool reverse_;
  std::optional<LossLattice> lattice_;
};

}  // namespace plumbline
