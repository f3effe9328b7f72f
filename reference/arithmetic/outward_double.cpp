#include "reference/arithmetic/outward_double.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include "reference/arithmetic/rational.hpp"

namespace plumbline {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kMost = std::numeric_limits<double>::max();

double below(const Rational& q) {
  double x = q.approximate();
  if (!std::isfinite(x)) x = q.sign() > 0 ? kMost : -kMost;
  while (std::isfinite(x) && Rational::from_binary64(x) > q) x = std::nextafter(x, -kInfinity);
  if (!std::isfinite(x)) return -kInfinity;
  // approximate() is within a few units: up to the closest.
  for (;;) {
    const double next = std::nextafter(x, kInfinity);
    if (!std::isfinite(next) || Rational::from_binary64(next) > q) return x;
    x = next;
  }
}

}  // namespace

double double_below(const std::string& decimal) {
  if (decimal == "-inf") return -kInfinity;
  if (decimal == "inf") return kMost;
  try {
    return below(Rational::parse(decimal));
  } catch (const std::invalid_argument&) {  // an exponent beyond what is read: nearly 0, or huge
    const bool negative = decimal.front() == '-';
    const bool tiny = decimal.find("e-") != std::string::npos;
    if (tiny) return negative ? -std::numeric_limits<double>::denorm_min() : 0.0;
    return negative ? -kInfinity : kMost;
  }
}

double double_above(const std::string& decimal) {
  const bool negative = decimal.front() == '-';
  return 0.0 - double_below(negative ? decimal.substr(1) : "-" + decimal);  // 0, not -0
}

}  // namespace plumbline
