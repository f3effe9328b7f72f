/// The values of a parameter that a calibration may evaluate, as short numbers.
#pragma once

#include "reference/arithmetic/ball.hpp"
#include "reference/mechanisms/parameter_order.hpp"
#include "reference/mechanisms/proved_order.hpp"

namespace plumbline::calibrating {

/// The decimal with a number of significant digits at or below x > 0, and the unit of its last place.
struct Decimal {
  Rational below, unit;
};
Decimal decimal(const Rational& x, int digits);

/// Returns the midpoint of a ball as a rational with `digits` significant digits, at least three.
Rational rational_near(const Ball& x, int digits);

/// The admissible values of a parameter, and a coordinate x on the real line: log of the distance to a finite end, or
/// the difference of both such logs if both ends are finite.
class Range {
 public:
  explicit Range(const ParameterOrder& order);
  double coordinate(double value) const;
  double value(double x) const;
  /// Returns a short rational at x; the end itself if x rounds to it.
  Rational rational(double x) const;
  /// The range of the search in x.
  double first() const { return order_.integer ? 0 : order_.most ? -60 : -35; }
  double last() const { return order_.integer ? 60 : order_.most ? 30 : 60; }

 private:
  ParameterOrder order_;
  double least_, most_;
};

}  // namespace plumbline::calibrating
