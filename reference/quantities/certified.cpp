#include "reference/quantities/certified.hpp"

#include <cmath>

namespace plumbline {

Certified certified(const Enclosure& e, const std::string& engine, int digits,
                    bool absolute_floor) {
  Certified out{e.value, engine, e.budget, e.value.relative_digits() >= digits};
  if (!out.reached && absolute_floor) {
    out.reached = e.value.magnitude().log_approximate() <= -digits * std::log(10.0);
  }
  return out;
}

std::pair<std::string, std::string> printed_bounds(const Certified& value, int digits) {
  std::pair<std::string, std::string> out = value.value.decimal_bounds(digits);
  const Bits p = value.value.precision() + 64;
  if (value.least && certainly_less(value.value.lower(), Ball(*value.least, p))) {
    out.first = value.least->text();
  }
  // The decimal may round up past the limit even where the ball does not.
  if (value.most &&
      !certainly_less(value.value.upper().at(p) * Ball(Rational(1), p), Ball(*value.most, p))) {
    out.second = value.most->text();
  } else if (value.most && out.second != "inf" && Rational::parse(out.second) > *value.most) {
    out.second = value.most->text();
  }
  return out;
}

Certified within(Certified value, const Rational& least, const Rational& most) {
  value.least = least;
  value.most = most;
  return value;
}

}  // namespace plumbline
