/// The interval of a certificate, as exact numbers.
#pragma once

#include <optional>
#include <string>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// [lower, upper]; an end that is missing is infinite.
struct Interval {
  std::optional<Rational> lower, upper;

  /// From decimals or "-inf" and "inf". Throws std::invalid_argument, naming the text.
  static Interval read(const std::string& lower, const std::string& upper);
  /// Around a ball, the ends as decimals of so many digits.
  static Interval around(const Ball& x, int digits);

  bool is_finite() const { return lower && upper; }
  bool ordered() const { return !is_finite() || *lower <= *upper; }
  bool is_point() const { return is_finite() && *lower == *upper; }
  /// upper - lower; finite intervals only.
  Rational width() const { return *upper - *lower; }
  /// The larger of |lower| and |upper|; finite intervals only.
  Rational magnitude() const;
  /// -log10(width / magnitude), never below 0; infinite for a point.
  double digits() const;
};

bool inside(const Interval& a, const Interval& b);
bool disjoint(const Interval& a, const Interval& b);

/// "31.0", rounded down to a tenth, or "exact".
std::string digits_text(double digits);

}  // namespace plumbline
