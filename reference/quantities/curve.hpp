/// The trade-off curve of one direction, read from the tests "reject where the loss exceeds t":
/// their errors (a, b) are tails of the loss, known with relative accuracy of their own, and
/// between two of them the slope of the curve lies between -e^t of the two.
#pragma once

#include <functional>
#include <optional>

#include "reference/quantities/privacy_profile.hpp"

namespace plumbline {

/// The errors of the test at a threshold and their complements: a = null_above, b = alt_below.
enum class TestTail { null_above, null_below, alt_above, alt_below };

/// One direction (forward or reverse) of a profile.
class Curve {
 public:
  Curve(PrivacyProfile& profile, bool reverse);

  /// The tail of the test at the exact threshold t. Forward rejects where S > t; reverse where
  /// -S >= t. Both are likelihood ratio tests, which is all that the bounds need.
  Enclosure tail(TestTail which, const Ball& t, const Effort& effort);

  /// Where the loss lies under the null hypothesis, roughly.
  Composition::Location location() const;
  /// The loss between two exact thresholds, when at most one finite loss lies in [lo, hi].
  std::optional<Ball> only_loss(const Ball& lo, const Ball& hi, Bits p) const;
  /// A threshold in the middle of the gap between losses that t lies in; t itself where losses are
  /// not known to lie on a lattice.
  Ball between_losses(const Ball& t) const;
  /// The largest (smallest) loss, where it is finite and no loss is infinite.
  std::optional<Real> extreme_loss(bool largest) const;
  /// Whether some step's loss has a density: then no loss of the sum has mass of its own.
  bool has_density() const;
  bool reversed() const { return reverse_; }

 private:
  PrivacyProfile& profile_;
  bool reverse_;
  std::optional<LossLattice> lattice_;
};

/// A search for the threshold where a decreasing function of t changes sign. Every evaluation that
/// is decided in balls narrows [lo, hi].
class ThresholdBracket {
 public:
  struct Height {
    int sign = 0;          ///< +1: certainly >= 0, -1: certainly <= 0, 0: not decided
    double value = 0;      ///< heuristic size
    double distance = -1;  ///< heuristic: how much the best threshold should avoid this one
    bool blind = false;    ///< the engine knows next to nothing here
  };
  using Function = std::function<Height(const Ball& t, int digits)>;

  /// `curve` (may be null) knows where losses lie.
  ThresholdBracket(Function height, double start, double step, Bits bits, const Effort& effort,
                   const Curve* curve);

  /// Until hi - lo <= width (relative to `scale()` if that is smaller than 1), or until undecided.
  void narrow(double log_width, int digits);

  /// Height >= 0 at lo and <= 0 at hi; missing where nothing was decided on that side.
  const std::optional<Ball>& lo() const { return lo_; }
  const std::optional<Ball>& hi() const { return hi_; }
  /// The threshold evaluated that came closest.
  const Ball& best() const { return best_; }
  /// Change of t per unit of height near the root, roughly.
  double scale() const;
  /// Whether the search ended because the engine's answers said nothing.
  bool blind() const { return blind_; }

 private:
  Height at(const Ball& t, int digits);
  double log_unit() const;
  void expand(int digits);
  void flank(double log_width, int digits);

  Function height_;
  const Curve* curve_;
  double step_;
  Bits bits_;
  Effort effort_;
  std::optional<Ball> lo_, hi_;
  double lo_height_ = 0, hi_height_ = 0;
  Ball best_;
  double best_height_;
  std::optional<Ball> undecided_;
  bool blind_ = false;
};

/// An enclosure of a point of the curve.
struct CurvePoint {
  Ball value;  ///< f(alpha), or 1 - f(alpha) if asked
  ErrorBudget budget;
  Ball threshold;  ///< exact, close to the optimal test's
};

/// f(alpha), or 1 - f(alpha) if `gamma`, of the direction's curve, 0 < alpha < 1: to `digits`
/// relative digits where the engine's tails reach that.
CurvePoint curve_point(Curve& curve, const Rational& alpha, bool gamma, int digits,
                       const Effort& effort);

}  // namespace plumbline
