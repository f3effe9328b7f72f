#include "verify/claims/numbers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "reference/arithmetic/ascii.hpp"
#include "reference/arithmetic/double_text.hpp"
#include "reference/arithmetic/numbers/number.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::json;

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), to_lower);
  return text;
}

/// Returns the number of significant digits of a decimal text: the digits of the mantissa without leading zeros.
size_t significant_digits(const std::string& text) {
  size_t count = 0;
  bool started = false;
  for (const char c : text) {
    if (c == 'e' || c == 'E') break;
    if (!is_digit(c)) continue;
    started = started || c != '0';
    if (started) ++count;
  }
  return count;
}

/// Returns true if the text is a decimal with the 16 or 17 digits of a printed double.
bool is_printed_double(const std::string& text, double nearest) {
  constexpr size_t kFewest = 16, kMost = 17;
  const bool plain = text.find_first_not_of("+-.0123456789eE") == std::string::npos;
  if (!plain || !std::isfinite(nearest)) return false;
  const size_t digits = significant_digits(text);
  return digits == kFewest || digits == kMost;
}

}  // namespace

ExactReal read_exact_real(const Json& number) {
  if (number.is_string()) {
    const std::string text = number.get<std::string>();
    return {read_number(text), text};
  }
  const ExactNumber exact = read_exact_number(number);
  return {exact.value, exact.text};
}

ClaimedValue read_claimed_value(const std::string& text, bool exact) {
  ClaimedValue out;
  out.text = text;
  out.exact = exact;
  const std::string word = lower_case(text);
  if (word == "nan" || word == "-nan") {
    out.form = ClaimedValue::Form::not_a_number;
  } else if (word == "inf" || word == "+inf" || word == "infinity") {
    out.form = ClaimedValue::Form::plus_infinity;
  } else if (word == "-inf" || word == "-infinity") {
    out.form = ClaimedValue::Form::minus_infinity;
  } else {
    out.form = ClaimedValue::Form::number;
    out.number = Rational::parse(text);
    const double nearest = parse_double(text);
    out.binary64 = !exact && is_printed_double(text, nearest);
    if (out.binary64) out.number = Rational::from_binary64(nearest);
  }
  return out;
}

ClaimedValue read_claimed_value(const Json& value, bool exact) {
  if (value.is_null()) return {};
  if (value.is_string()) return read_claimed_value(value.get<std::string>(), exact);
  if (!value.is_number()) throw std::invalid_argument("not a number: " + value.dump());
  ClaimedValue out;
  out.form = ClaimedValue::Form::number;
  out.exact = exact;
  out.binary64 = true;
  const double x = value.get<double>();
  out.text = significant_text(x, 17);
  out.number = value.is_number_float() ? Rational::from_binary64(x) : Rational::parse(value.dump());
  return out;
}

Rational ulps_of(const ClaimedValue& value, int ulps) {
  const double x = std::fabs(value.number.approximate());
  if (!std::isfinite(x)) return Rational(0);
  const double unit = std::nextafter(x, HUGE_VAL) - x;
  return std::isfinite(unit) ? Rational::from_binary64(unit) * Rational(ulps) : Rational(0);
}

}  // namespace plumbline
