/// Root finding among thresholds for functions whose sign is known at single places only.
#pragma once

#include <functional>
#include <optional>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/tradeoff/curve.hpp"

namespace plumbline {

/// A search for the threshold where a decreasing function of t changes sign. Every evaluation
/// whose sign is decided narrows [lo, hi]; lo and hi are as certain as these signs. What is made of
/// them about tests passes through TestSearch (curve_point.hpp), which decides signs in balls.
class ThresholdBracket {
 public:
  /// The height where a tail vanishes.
  static constexpr double kFar = 1e4;
  struct Height {
    int sign = 0;          ///< +1: >= 0, -1: <= 0, 0: not decided
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
  /// Evaluates the height at t as well.
  void look(const Ball& t, int digits) { at(t, digits); }

  /// Height >= 0 at lo and <= 0 at hi; missing where nothing was decided on that side.
  const std::optional<Ball>& lo() const { return lo_; }
  const std::optional<Ball>& hi() const { return hi_; }
  /// The threshold evaluated that came closest, or the end of [lo, hi] next to it: doubles may have
  /// found it close that is now known to lie outside.
  const Ball& best() const;
  /// Change of t per unit of height near the root, roughly.
  double scale() const;
  /// Returns true if the search ended because the engine's answers were trivial.
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

}  // namespace plumbline
