#include "reference/certificates/interval.hpp"

#include <cmath>
#include <cstdio>
#include <limits>
#include <stdexcept>

#include "reference/arithmetic/double_text.hpp"
#include "reference/arithmetic/heuristics.hpp"

namespace plumbline {

Interval Interval::read(const std::string& lower, const std::string& upper) {
  Interval out;
  if (lower != "-inf") out.lower = Rational::parse(lower);
  if (upper != "inf") out.upper = Rational::parse(upper);
  return out;
}

Interval Interval::around(const Ball& x, int digits) {
  const auto [lower, upper] = x.decimal_ends(digits);
  return {lower, upper};
}

Rational Interval::magnitude() const {
  const Rational low = lower->sign() < 0 ? -*lower : *lower;
  const Rational high = upper->sign() < 0 ? -*upper : *upper;
  return low < high ? high : low;
}

double Interval::digits() const {
  if (!is_finite()) return 0;
  if (is_point()) return std::numeric_limits<double>::infinity();
  const double digits = -Ball(width() / magnitude(), Bits{64}).log_approximate() / kLn10;
  return std::max(0.0, digits);
}

bool inside(const Interval& a, const Interval& b) {
  const bool above = !b.lower || (a.lower && *b.lower <= *a.lower);
  const bool below = !b.upper || (a.upper && *a.upper <= *b.upper);
  return above && below;
}

bool disjoint(const Interval& a, const Interval& b) {
  return (a.upper && b.lower && *a.upper < *b.lower) || (b.upper && a.lower && *b.upper < *a.lower);
}

std::string digits_text(double digits) {
  if (std::isinf(digits)) return "exact";
  return fixed_text(std::floor(digits * 10) / 10, 1);
}

}  // namespace plumbline
