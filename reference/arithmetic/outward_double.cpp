#include "reference/arithmetic/outward_double.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <stdexcept>

namespace plumbline {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kMost = std::numeric_limits<double>::max();

/// Of any decimal that reads back as x, a finite double; less where the library does not tell.
int fewest_digits([[maybe_unused]] double x) {
#ifdef __cpp_lib_to_chars
  std::array<char, 40> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), x, std::chars_format::scientific).ptr;
  const auto mantissa_end = std::find(text.data(), end, 'e');
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return std::max(1, static_cast<int>(std::count_if(text.data(), mantissa_end, is_digit)));
#else
  return 1;
#endif
}

/// In as few digits as tell the double from its neighbours. 18 always do: decimals of so many are
/// closer together than half the distance of two doubles.
std::string shortest(double x, Rational (*rounded)(const Rational&, int)) {
  const Rational exact = Rational::from_binary64(x);
  std::string text;
  // No decimal of fewer digits than the shortest of all reads back as x.
  for (int digits = fewest_digits(x); digits <= 18; ++digits) {
    text = rounded(exact, digits).text();
    if (std::strtod(text.c_str(), nullptr) == x) break;
  }
  return text;
}

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
  // An exponent of more than five digits may be beyond what is read; no double is near such numbers.
  const size_t mark = decimal.find('e');
  const bool tiny = mark != std::string::npos && decimal.compare(mark, 2, "e-") == 0;
  const size_t digits =
      mark == std::string::npos ? 0 : decimal.size() - decimal.find_first_of("0123456789", mark);
  if (digits <= 5) return below(Rational::parse(decimal));
  if (decimal.find_first_not_of("+-0123456789", mark + 1) != std::string::npos) {
    throw std::invalid_argument("not a decimal: '" + decimal + "'");
  }
  const int sign = Rational::parse(decimal.substr(0, mark)).sign();
  if (sign == 0) return 0.0;
  if (tiny) return sign < 0 ? -std::numeric_limits<double>::denorm_min() : 0.0;
  return sign < 0 ? -kInfinity : kMost;
}

double double_below(const Rational& x) { return below(x); }

double double_above(const Rational& x) { return 0.0 - below(-x); }

std::string decimal_below(double x) { return shortest(x, &decimal_below); }

std::string decimal_above(double x) { return shortest(x, &decimal_above); }

double double_above(const std::string& decimal) {
  const bool negative = decimal.starts_with('-');
  return 0.0 - double_below(negative ? decimal.substr(1) : "-" + decimal);  // 0, not -0
}

}  // namespace plumbline
