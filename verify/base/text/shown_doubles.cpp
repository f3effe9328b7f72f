#include "verify/base/text/shown_doubles.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "reference/arithmetic/double_text.hpp"
#include "reference/arithmetic/outward_double.hpp"
#include "reference/arithmetic/rational.hpp"

namespace plumbline {
namespace {

// A fraction is assumed to be the exact value of a double only if its numerator and its denominator each have at least
// so many digits.
constexpr size_t kLongPart = 6;
// A decimal is assumed to be the exact value of a double only if it has at least so many digits after the point.
constexpr size_t kLongDecimal = 18;
constexpr size_t kMostOfNumber = 1200;  // characters; the exact value of a double has fewer
constexpr int kEnough = 17;      // this number of significant digits distinguishes all doubles
constexpr double kPlain = 1e16;  // integers below it are written without an exponent

bool is_part_of_number(char c) {
  const bool letter = (c >= 'a' && c <= 'f') || c == 'x' || c == 'p';
  return (c >= '0' && c <= '9') || letter || c == '.' || c == '/';
}

bool is_sign_in_number(const std::string& text, size_t at) {
  return (text[at] == '-' || text[at] == '+') && at > 0 &&
         (text[at - 1] == 'p' || text[at - 1] == 'e');
}

bool is_word_character(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         c == '.';
}

/// Returns the number of characters from `at` on that may belong to one number.
size_t length_of_number(const std::string& text, size_t at) {
  size_t end = at;
  if (text[end] == '-') ++end;
  while (end < text.size() && (is_part_of_number(text[end]) || is_sign_in_number(text, end))) ++end;
  while (end > at && (text[end - 1] == '.' || text[end - 1] == '/')) --end;
  return end - at;
}

/// Returns true if the number has a form that people do not type: a hex float, or a long fraction or decimal.
bool is_long(const std::string& number) {
  if (number.find("0x") != std::string::npos) return true;
  if (const size_t slash = number.find('/'); slash != std::string::npos) {
    return std::min(slash - (number[0] == '-' ? 1 : 0), number.size() - slash - 1) >= kLongPart;
  }
  const size_t point = number.find('.');
  if (point == std::string::npos) return false;
  return std::min(number.find('e'), number.size()) - point - 1 >= kLongDecimal;
}

/// If the text denotes exactly a double, returns the shortest decimal that is parsed to this double; otherwise nothing.
std::optional<std::string> shortest(const std::string& number) {
  try {
    const Rational value = Rational::parse(number);
    const double x = double_below(value);
    if (!std::isfinite(x) || Rational::from_binary64(x) != value) return std::nullopt;
    if (value.is_integer() && std::fabs(x) < kPlain) return value.text();
    int digits = 1;
    while (digits < kEnough && parse_double(significant_text(x, digits)) != x) ++digits;
    return significant_text(x, digits);
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

}  // namespace

std::string with_shown_doubles(const std::string& text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const bool begins = at == 0 || !is_word_character(text[at - 1]);
    const size_t length = begins ? length_of_number(text, at) : 0;
    const std::string number = text.substr(at, length);
    const bool tried = length > 0 && length <= kMostOfNumber && is_long(number);
    const auto shown = tried ? shortest(number) : std::nullopt;
    out += shown ? *shown : text.substr(at, std::max<size_t>(length, 1));
    at += std::max<size_t>(length, 1);
  }
  return out;
}

}  // namespace plumbline
