/// Finds the root of a decreasing function of a threshold. The sign of the function may be undecided at some arguments.
#pragma once

#include <functional>
#include <optional>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/tradeoff/curve.hpp"

namespace plumbline {

/// A search for the threshold at which a decreasing function of t changes sign. Every evaluation with a decided sign
/// narrows [lo, hi]. The bracket is proved only if the function proves its signs. TestSearch (curve_point.hpp) uses a
/// function that decides signs in balls, so its brackets are proved.
class ThresholdBracket {
 public:
  /// The height that stands for a tail that is 0.
  static constexpr double kFar = 1e4;
  struct Height {
    int sign = 0;      ///< +1: the function is >= 0; -1: it is <= 0; 0: undecided
    double value = 0;  ///< approximate value of the function (heuristic)
    /// Heuristic distance from the root, by which best() is chosen; if negative, |value| is used.
    double distance = -1;
    bool blind = false;  ///< the engine's bounds are nearly trivial here
  };
  using Function = std::function<Height(const Ball& t, int digits)>;

  /// `curve` states where the losses lie on a lattice; null if this is not known.
  ThresholdBracket(Function height, double start, double step, Bits bits, const Effort& effort,
                   const Curve* curve);

  /// Narrows the bracket until hi - lo <= e^log_width (times `scale()` if that is smaller than 1), or until signs are
  /// undecided.
  void narrow(double log_width, int digits);
  /// Evaluates the height at t and updates the bracket.
  void look(const Ball& t, int digits) { at(t, digits); }

  /// Return the ends of the bracket: the height is >= 0 at lo and <= 0 at hi; missing if no sign was decided on that
  /// side.
  const std::optional<Ball>& lo() const { return lo_; }
  const std::optional<Ball>& hi() const { return hi_; }
  /// Returns the evaluated threshold that came closest to the root, or the nearest end of [lo, hi] if that threshold is
  /// known to lie outside.
  const Ball& best() const;
  /// Returns approximately the change of t near the root that changes the height by 1.
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
