#include "verify/suite/cases/printed.hpp"

#include <algorithm>
#include <stdexcept>

#include "reference/arithmetic/ascii.hpp"

namespace plumbline {
PrintedNumber PrintedNumber::parse(std::string_view text) {
  const std::string t(text);
  const Rational value = Rational::parse(text);  // throws for a text that is not a number
  if (t.find_first_not_of("0123456789.eE+-") != std::string::npos) {
    throw std::invalid_argument("'" + t + "' has no printed digits; write a decimal like 0.034");
  }
  const size_t e = std::min(t.find_first_of("eE"), t.size());
  const long exponent = e == t.size() ? 0 : std::stol(t.substr(e + 1));
  const std::string mantissa = t.substr(0, e);
  const size_t point = mantissa.find('.');
  const long places =
      point == std::string::npos ? 0 : static_cast<long>(mantissa.size() - point - 1);
  PrintedNumber out;
  out.text = t;
  const Rational half_unit = power_of_ten(exponent - places) / Rational(2);
  out.lower = value - half_unit;
  out.upper = value + half_unit;
  const size_t first = std::min(mantissa.find_first_of("123456789"), mantissa.size());
  const auto begin = mantissa.begin() + static_cast<std::ptrdiff_t>(first);
  out.significant_digits = static_cast<int>(std::count_if(begin, mantissa.end(), is_digit));
  return out;
}

Agreement agreement(const PrintedNumber& printed, const Ball& value) {
  if (!value.is_finite()) return Agreement::undecided;
  const Bits bits = value.precision() + 64;
  const Ball lower(printed.lower, bits), upper(printed.upper, bits);
  if (certainly_less(value, lower) || certainly_less(upper, value)) return Agreement::differs;
  if (certainly_at_most(lower, value) && certainly_at_most(value, upper)) return Agreement::agrees;
  return Agreement::undecided;
}

}  // namespace plumbline
