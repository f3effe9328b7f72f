#include "app/answers/number_text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/outward_double.hpp"
#include "verify/base/certified_json.hpp"

namespace plumbline {

PrintedEnds printed_ends(const EnclosureEnds& x) {
  if (!x.value) return {"inf", "inf"};
  return printed_bounds(*x.value, x.digits + kSpareDigits);
}

PrintedEnds printed_ends(const BallEnds& x) {
  return x.value.decimal_bounds(x.digits + kSpareDigits);
}

PrintedEnds printed_ends(const StretchEnds& x, std::optional<int> digits) {
  const int many = digits.value_or(x.digits + kSpareDigits);
  const PrintedEnds low = x.from.decimal_bounds(many), high = x.to.decimal_bounds(many);
  return x.outward ? PrintedEnds{low.first, high.second} : PrintedEnds{low.second, high.first};
}

PrintedEnds double_ends(const PrintedEnds& ends) {
  const auto infinite = [](const std::string& end) { return end == "inf" || end == "-inf"; };
  PrintedEnds out = ends;
  if (!infinite(ends.first)) {
    const double x = double_below(ends.first);
    out.first = std::isfinite(x) ? decimal_below(x) : "-inf";
  }
  if (!infinite(ends.second)) {
    const double x = double_above(ends.second);
    out.second = std::isfinite(x) ? decimal_above(x) : "inf";
  }
  return out;
}

std::string between(const PrintedEnds& ends) {
  return ends.first == ends.second ? ends.first : "[" + ends.first + ", " + ends.second + "]";
}

// Each end is rounded outward to digits + kSpareDigits digits, and moves by at most one unit of the last digit.
double printed_digits(const Ball& value, int digits) {
  const double computed = value.relative_digits();
  if (std::isinf(computed)) return computed;
  const double places = digits + kSpareDigits - 1 - std::log10(2.0),
               least = std::min(computed, places);
  // Adds the relative errors 10^-computed and 10^-places by their logarithms: an error such as 10^-1000 is below the
  // range of doubles.
  return std::max(0.0, least - std::log10(1 + std::pow(10.0, -std::fabs(computed - places))));
}

std::string sharpness_text(const EnclosedValue& x) {
  const double digits = printed_digits(x.value->value(), x.digits);
  return std::isinf(digits) && digits > 0 ? "exact"
                                          : fmt::format("{:.1f} digits", std::max(0.0, digits));
}

std::string seconds_text(double seconds) { return fmt::format("{:.3g} s", seconds); }

std::string approximate_text(double value, const std::string& format) {
  return fmt::format(fmt::runtime("{:" + format + "}"), value);
}

std::string decimal_text(const Rational& x) {
  constexpr int kMostPlaces = 20000;
  std::string text = x.text();
  Rational scaled = x;
  for (int places = 0; text.find('/') != std::string::npos && places <= kMostPlaces; ++places) {
    if (scaled.is_integer()) {
      std::string digits = scaled.text();
      const size_t least = static_cast<size_t>(places) + 1;
      if (digits.size() < least) digits.insert(0, least - digits.size(), '0');
      return digits.insert(digits.size() - static_cast<size_t>(places), ".");
    }
    scaled = scaled * Rational(10);
  }
  return text;
}

}  // namespace plumbline
