/// The values of a parameter that a calibration may try, as short numbers.
#pragma once

#include "reference/arithmetic/ball.hpp"
#include "reference/mechanisms/parameter_order.hpp"
#include "reference/mechanisms/proved_order.hpp"

namespace plumbline::calibrating {

/// The decimal of that many significant digits at or below x > 0, and its last place.
struct Decimal {
  Rational below, unit;
};
Decimal decimal(const Rational& x, int digits);

/// The middle of a ball as a rational of that many significant digits, three at least.
Rational rational_near(const Ball& x, int digits);

/// Values that may be tried, and a coordinate x in which they fill a line: log of the distance to a
/// finite end, the difference of the two where both are finite.
class Range {
 public:
  explicit Range(const ParameterOrder& order);
  double coordinate(double value) const;
  double value(double x) const;
  /// A short rational there; the end itself where it rounds to that.
  Rational rational(double x) const;
  /// How far to look in x.
  double first() const { return order_.integer ? 0 : order_.most ? -60 : -35; }
  double last() const { return order_.integer ? 60 : order_.most ? 30 : 60; }

 private:
  ParameterOrder order_;
  double least_, most_;
};

}  // namespace plumbline::calibrating
