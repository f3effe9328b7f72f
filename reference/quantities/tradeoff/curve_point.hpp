/// Points of a trade-off curve from the errors of one test, and what is known of the line that
/// touches the curve there.
///
/// Two proofs meet here and exchange a threshold. What the one may assume of it is a type that only
/// the other can make:
///   TestBracket  the level is reached between two thresholds, and the test lies between them
///                (made by TestSearch alone, which has decided both inequalities in balls);
///   CurveLine    an enclosure of the line at one exact threshold (made with the point, beside the
///                proof). A threshold without it is a place to look, and says nothing.
#pragma once

#include <optional>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/tradeoff/threshold_bracket.hpp"

namespace plumbline {

/// Exact thresholds lo <= t <= hi with a(lo) >= level >= a(hi), a(t) the mass of the test at t
/// under the null hypothesis; lo or hi may be infinite. It knows its curve and its level, so that it
/// cannot be used with another.
class TestBracket {
 public:
  Curve& curve() const { return *curve_; }
  const Ball& test() const { return t_; }
  /// The level; none where it is the fixed point a* = f(a*).
  const std::optional<Rational>& level() const { return level_; }

  /// Contains e^s for all s in [lo, hi]; e^l alone where no loss but l lies there.
  Ball slopes(Bits p) const;
  /// Contains all s in [lo, hi], or l alone likewise; not finite where an end is infinite.
  Ball thresholds(Bits p) const;
  /// An exact threshold whose test is the one at test(), as near to the only loss as p allows.
  Ball next_to_loss(Bits p) const;

 private:
  friend class TestSearch;
  TestBracket(Curve* curve, const std::optional<Rational>& level, const std::optional<Ball>& lo,
              const Ball& t, const std::optional<Ball>& hi);
  /// The only lattice point in [lo, hi], or the last before it where there is none.
  std::optional<Ball> only_loss(Bits p) const;

  Curve* curve_;
  std::optional<Rational> level_;
  std::optional<Ball> lo_, hi_;
  Ball t_;
};

/// The search for the threshold where a(t) passes a level; every inequality is decided in balls.
class TestSearch {
 public:
  /// The level alpha, 0 < alpha < 1, for values of so many digits. The curve must outlive what is
  /// made of it.
  static TestSearch for_level(Curve& curve, const Rational& alpha, int digits,
                              const Effort& effort);
  /// The fixed point a* = f(a*).
  static TestSearch for_balance(Curve& curve, int digits, const Effort& effort);

  void narrow(double log_width, int digits) { bracket_.narrow(log_width, digits); }
  /// Decides the inequality at a threshold of one's own.
  void look(const Ball& t, int digits) { bracket_.look(t, digits); }

  /// Around the exact threshold t, wherever it lies.
  TestBracket around(const Ball& t) const;
  /// The threshold that came closest, roughly.
  const Ball& best() const { return bracket_.best(); }
  bool blind() const { return bracket_.blind(); }
  /// Returns true if both inequalities have been decided somewhere.
  bool flanked() const { return bracket_.lo() && bracket_.hi(); }

 private:
  TestSearch(Curve* curve, const std::optional<Rational>& level, ThresholdBracket bracket);

  Curve* curve_;
  std::optional<Rational> level_;
  ThresholdBracket bracket_;
};

/// The direction's line at the exact threshold s: `height` contains 1 - delta(s) - e^s alpha, or 1
/// minus that where 1 - f was asked.
struct CurveLine {
  Ball threshold, height;
};

/// An enclosure of a point of the curve.
struct CurvePoint {
  Ball value;  ///< f(alpha), or 1 - f(alpha) if asked
  ErrorBudget budget;
  std::optional<CurveLine> line;  ///< nearly the one that touches at alpha
  Ball threshold;                 ///< where to look for the optimal test: promises nothing
};

/// f(alpha), or 1 - f(alpha) if `one_minus_f`, of the direction's curve, 0 < alpha < 1: to `digits`
/// relative digits where the engine's tails reach that.
CurvePoint curve_point(Curve& curve, const Rational& alpha, bool one_minus_f, int digits,
                       const Effort& effort);

/// Returns the point from one bracket of a level.
CurvePoint curve_point(const TestBracket& bracket, bool one_minus_f, int digits,
                       const Effort& effort);

}  // namespace plumbline
