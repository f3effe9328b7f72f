/// The interval of a certificate, with exact numbers as ends.
///
/// THEOREM. The ends are exactly the numbers that the decimals denote. A missing end is the infinity of its side, so
/// that the interval is [lower, upper] on the extended real line. inside(a, b) is true only if a is a subset of b,
/// and disjoint(a, b) only if no number is in both. around(x) contains the ball x, because its ends are rounded
/// outward, or unknown and therefore infinite. Comparisons use fractions; only digits() rounds, and no proof uses it.
#pragma once

#include <optional>
#include <string>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// The interval [lower, upper]. A missing end is infinite.
struct Interval {
  std::optional<Rational> lower, upper;

  /// Parses decimals, "-inf" and "inf". Throws std::invalid_argument, naming the text.
  static Interval read(const std::string& lower, const std::string& upper);
  /// Returns an interval that contains the ball; its ends are decimals of `digits` digits.
  static Interval around(const Ball& x, int digits);

  bool is_finite() const { return lower && upper; }
  bool ordered() const { return !is_finite() || *lower <= *upper; }
  bool is_point() const { return is_finite() && *lower == *upper; }
  /// Returns upper - lower; only for finite intervals.
  Rational width() const { return *upper - *lower; }
  /// Returns the larger of |lower| and |upper|; only for finite intervals.
  Rational magnitude() const;
  /// Returns -log10(width / magnitude), at least 0; infinite for a point.
  double digits() const;
};

bool inside(const Interval& a, const Interval& b);
bool disjoint(const Interval& a, const Interval& b);

/// Returns a number of digits as text: rounded down to a tenth ("31.0"), or "exact" if infinite.
std::string digits_text(double digits);

}  // namespace plumbline
