/// The tests "reject where the loss exceeds t" of one direction: their errors (a, b) are tails of
/// the loss, known with relative accuracy of their own, and points of the trade-off curve.
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

  /// The tail of the test at the threshold t, an exact ball. Forward rejects where S > t; reverse where
  /// -S >= t. Both are likelihood ratio tests, which is all that the bounds need.
  Enclosure tail(TestTail which, const Ball& t, const Effort& effort);

  /// Where the loss lies under the null hypothesis, roughly.
  Composition::Location location() const;
  /// Where all losses lie on a lattice of which at most one point is in [lo, hi], closed: that
  /// point, or the last before lo if there is none. No loss but it lies between it and hi.
  std::optional<Ball> only_loss(const Ball& lo, const Ball& hi, Bits p) const;
  /// A threshold in the middle of the gap between losses that t lies in; t itself where losses are
  /// not known to lie on a lattice.
  Ball between_losses(const Ball& t) const;
  /// The largest (smallest) loss, where it is finite and no loss is infinite.
  std::optional<Real> extreme_loss(bool largest) const;
  /// Returns true if some step's loss is known to have a density: then no loss of the sum has mass
  /// of its own.
  bool has_density() const;
  bool reversed() const { return reverse_; }

 private:
  PrivacyProfile& profile_;
  bool reverse_;
  std::optional<LossLattice> lattice_;
};

}  // namespace plumbline
