/// The values of a parameter that a calibration may evaluate, as short numbers.
#pragma once

#include "reference/arithmetic/ball.hpp"
#include "reference/mechanisms/parameter_order.hpp"
#include "reference/mechanisms/proved_order.hpp"

namespace plumbline::calibrating {

/// The largest decimal at or below x > 0 with the given number of significant digits, and the unit of its last digit.
struct Decimal {
  Rational below, unit;
};
Decimal decimal(const Rational& x, int digits);

/// Returns the midpoint of a ball as a rational with `digits` significant digits, or with three if `digits` is smaller.
Rational rational_near(const Ball& x, int digits);

/// The admissible values of a parameter, mapped to a coordinate x on the real line: the log of the distance to the
/// finite end of the range, or the difference of the two logs if both ends are finite.
class Range {
 public:
  explicit Range(const ParameterOrder& order);
  double coordinate(double value) const;
  double value(double x) const;
  /// Returns a short rational at x; an end of the range if x rounds to it.
  Rational rational(double x) const;
  /// Return the bounds of x in a search.
  double first() const { return order_.integer ? 0 : order_.most ? -60 : -35; }
  double last() const { return order_.integer ? 60 : order_.most ? 30 : 60; }

 private:
  ParameterOrder order_;
  double least_, most_;
};

}  // namespace plumbline::calibrating
