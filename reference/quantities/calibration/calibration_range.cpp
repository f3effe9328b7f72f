#include "reference/quantities/calibration/calibration_range.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline::calibrating {

Decimal decimal(const Rational& x, int digits) {
  const double log10 = Ball(x, Bits{64}).log_approximate() / kLn10;
  const Rational unit = power_of_ten(static_cast<long>(std::floor(log10)) + 1 - digits);
  return {floor(x / unit) * unit, unit};
}

Rational rational_near(const Ball& x, int digits) { return decimal_near(x, std::max(digits, 3)); }

Range::Range(const ParameterOrder& order)
    : order_(order),
      least_(order.least ? order.least->approximate() : 0),
      most_(order.most ? order.most->approximate() : 0) {
  if (order.integer) least_ = 0;
}

double Range::coordinate(double value) const {
  const double low = std::log(std::max(value - least_, 1e-300));
  return order_.most ? low - std::log(std::max(most_ - value, 1e-300)) : low;
}

double Range::value(double x) const {
  if (!order_.most) return least_ + std::exp(x);
  const double share = 1 / (1 + std::exp(-x));
  return x < 0 ? least_ + (most_ - least_) * share : most_ - (most_ - least_) / (1 + std::exp(x));
}

Rational Range::rational(double x) const {
  double v = value(x);
  if (order_.integer) return Rational::from_binary64(std::max(1.0, std::round(v)));
  if (order_.most && v >= most_) v = std::nextafter(most_, least_);
  if (v <= least_) v = std::nextafter(least_, least_ + 1);
  const Ball ball = Ball::from_binary64(v, Bits{64});
  for (int digits = 12; digits < 20; digits += 4) {
    const Rational r = rational_near(ball, digits);
    const bool inside = (!order_.least || r > *order_.least) && (!order_.most || r < *order_.most);
    if (inside) return r;
  }
  return Rational::from_binary64(v);
}

}  // namespace plumbline::calibrating
