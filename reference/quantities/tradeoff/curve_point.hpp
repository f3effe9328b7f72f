/// Computes points of a trade-off curve from the errors of one test, and encloses the tangent lines at these points.
///
/// The proofs need two facts about a threshold. Each fact has a type, and only the code that proves the fact can
/// construct this type:
///   TestBracket  the level is reached between two thresholds, and the test lies between them
///                (constructed only by TestSearch, which decides both inequalities in balls);
///   CurveLine    an enclosure of the line at one exact threshold (constructed with the point, beside its
///                proof). A threshold without this type is only a starting point of a search.
#pragma once

#include <optional>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/tradeoff/threshold_bracket.hpp"

namespace plumbline {

/// Exact thresholds lo <= t <= hi with a(lo) >= level >= a(hi), where a(t) is the mass of the test at t under the null
/// hypothesis; lo or hi may be infinite. The object refers to its curve and its level, so that it cannot be used with
/// another curve or level.
class TestBracket {
 public:
  Curve& curve() const { return *curve_; }
  const Ball& test() const { return t_; }
  /// Returns the level; nothing for the fixed point a* = f(a*).
  const std::optional<Rational>& level() const { return level_; }

  /// Returns a ball that contains e^s for all s in [lo, hi]; e^l if l is the only loss in [lo, hi].
  Ball slopes(Bits p) const;
  /// Returns a ball that contains all s in [lo, hi]; l if l is the only loss in [lo, hi]. Not finite if lo or hi is
  /// infinite.
  Ball thresholds(Bits p) const;
  /// Returns an exact threshold with the same test as test(), as near to the only loss as the precision p permits.
  Ball next_to_loss(Bits p) const;

 private:
  friend class TestSearch;
  TestBracket(Curve* curve, const std::optional<Rational>& level, const std::optional<Ball>& lo,
              const Ball& t, const std::optional<Ball>& hi);
  /// Returns the only lattice point in [lo, hi], or the last one before the interval if there is none.
  std::optional<Ball> only_loss(Bits p) const;

  Curve* curve_;
  std::optional<Rational> level_;
  std::optional<Ball> lo_, hi_;
  Ball t_;
};

/// Searches for the threshold at which a(t) crosses a level, or crosses b(t) for the fixed point. Every inequality is
/// decided in balls.
class TestSearch {
 public:
  /// Returns a search for the threshold at which a(t) crosses the level alpha, 0 < alpha < 1. `digits` is the number of
  /// digits of the values that are computed from the result. The curve must outlive the search and its results.
  static TestSearch for_level(Curve& curve, const Rational& alpha, int digits,
                              const Effort& effort);
  /// Returns a search for the threshold at which a(t) = b(t), for the fixed point a* = f(a*).
  static TestSearch for_balance(Curve& curve, int digits, const Effort& effort);

  void narrow(double log_width, int digits) { bracket_.narrow(log_width, digits); }
  /// Evaluates a(t) at the threshold t and updates the bracket if the inequality with the level is decided.
  void look(const Ball& t, int digits) { bracket_.look(t, digits); }

  /// Returns the bracket for the test at t, which may be any exact threshold.
  TestBracket around(const Ball& t) const;
  /// Returns the evaluated threshold that came closest to the level.
  const Ball& best() const { return bracket_.best(); }
  bool blind() const { return bracket_.blind(); }
  /// Returns true if both ends of the bracket, lo and hi, are known.
  bool flanked() const { return bracket_.lo() && bracket_.hi(); }

 private:
  TestSearch(Curve* curve, const std::optional<Rational>& level, ThresholdBracket bracket);

  Curve* curve_;
  std::optional<Rational> level_;
  ThresholdBracket bracket_;
};

/// The line at the exact threshold s: `height` contains 1 - delta(s) - e^s alpha, or 1 minus this number if 1 - f was
/// requested.
struct CurveLine {
  Ball threshold, height;
};

/// An enclosure of a point of the curve.
struct CurvePoint {
  Ball value;  ///< f(alpha), or 1 - f(alpha) if requested
  ErrorBudget budget;
  std::optional<CurveLine> line;  ///< a line close to the tangent at alpha
  Ball threshold;                 ///< heuristic start of a search for the optimal test
};

/// Returns f(alpha) of the curve, or 1 - f(alpha) if `one_minus_f`, for 0 < alpha < 1. It has `digits` relative digits
/// if the engine's tails reach them.
CurvePoint curve_point(Curve& curve, const Rational& alpha, bool one_minus_f, int digits,
                       const Effort& effort);

/// Returns the point of the curve at the level of the bracket.
CurvePoint curve_point(const TestBracket& bracket, bool one_minus_f, int digits,
                       const Effort& effort);

}  // namespace plumbline
