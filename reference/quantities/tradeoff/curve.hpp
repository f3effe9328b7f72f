/// The tests "reject if the loss exceeds t" of one direction. The type I and type II errors (a, b) of a test are a
/// point of the trade-off curve. Each error is computed as a tail of the loss, with its own relative accuracy.
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

  /// Returns the tail of the test at the threshold t, an exact ball. Let S be the loss. The forward test rejects if S >
  /// t, the reverse test if -S >= t. Both are likelihood ratio tests, and the proofs of the bounds use only this
  /// property.
  Enclosure tail(TestTail which, const Ball& t, const Effort& effort);

  /// Returns the approximate location of the loss under the null hypothesis.
  Composition::Location location() const;
  /// If all losses lie on a lattice that has at most one point in the closed interval [lo, hi], returns that point, or
  /// the last lattice point before lo if the interval contains none. Returns nothing otherwise. No other loss lies
  /// between the returned point and hi.
  std::optional<Ball> only_loss(const Ball& lo, const Ball& hi, Bits p) const;
  /// Returns a threshold in the middle of the gap between losses that contains t; t itself if losses are not known to
  /// lie on a lattice.
  Ball between_losses(const Ball& t) const;
  /// Returns the largest loss if `largest`, otherwise the smallest loss; nothing if a loss is infinite or the loss is
  /// unbounded on that side.
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
