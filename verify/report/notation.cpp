#include "verify/report/notation.hpp"

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/numbers/number_or_none.hpp"
#include "reference/questions/found_place.hpp"

namespace plumbline {
namespace {

/// If the ends have fewer common digits than this, both are written out.
constexpr size_t kFewestCommon = 3;

/// Returns the number of digits of a decimal from the first nonzero one on.
int significant_digits(const std::string& text) {
  int count = 0;
  for (const char c : text) {
    if (c == 'e') break;
    if (c >= '0' && c <= '9' && (count > 0 || c != '0')) ++count;
  }
  return count;
}

/// Rounds a decimal to fewer digits, down (first) and up (second). A text that is not a number is returned twice.
std::pair<std::string, std::string> rounded(const std::string& text, int digits) {
  if (significant_digits(text) <= digits) return {text, text};  // nothing to round
  const auto q = rational_or_none(text);
  if (!q) return {text, text};
  return Ball(*q, bits_for_digits(static_cast<long>(text.size()) + digits + 40))
      .decimal_bounds(digits);
}

std::string exponent_of(const std::string& text) {
  const size_t e = text.find('e');
  return e == std::string::npos ? "" : text.substr(e);
}

}  // namespace

std::string interval(const std::string& lower, const std::string& upper, int digits) {
  std::string lo = rounded(lower, digits).first, hi = rounded(upper, digits).second;
  if (lo == hi) return lo;
  const std::string both = "[" + lo + ", " + hi + "]";
  const std::string exponent = exponent_of(lo);
  if (exponent != exponent_of(hi)) return both;
  lo.resize(lo.size() - exponent.size());
  hi.resize(hi.size() - exponent.size());
  if (lo.size() != hi.size()) return both;
  size_t common = 0;
  while (lo[common] == hi[common]) ++common;
  const bool cuts_the_point = lo.find('.', common) != std::string::npos;
  if (common < kFewestCommon || cuts_the_point) return both;
  return lo.substr(0, common) + "[" + lo.substr(common) + ", " + hi.substr(common) + "]" + exponent;
}

std::string request_text(const Json& value) {
  const std::string quantity = text_of(value, "quantity");
  const auto at = value.find("at");
  if (at == value.end() || !at->is_object() || finds_place(quantity)) return quantity;
  std::string arguments;
  for (const auto& [name, text] : at->items()) {
    arguments += (arguments.empty() ? "" : ", ") + name + "=" + text_of(*at, name);
  }
  return arguments.empty() ? quantity : quantity + "(" + arguments + ")";
}

}  // namespace plumbline
