#include "verify/statement/number_tokens.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "reference/arithmetic/ascii.hpp"
#include "reference/arithmetic/numbers/number_or_none.hpp"

namespace plumbline {
namespace {

/// A scanner for one number: each function returns the end of the construct at `at`, or `at` itself if there is none.
class NumberScan {
 public:
  explicit NumberScan(const std::string& text) : text_(text) {}

  size_t product(size_t at) const {
    size_t end = power(at);
    if (end == at) return at;
    while (is_any(end, "*/")) {
      const size_t next = power(end + 1);
      if (next == end + 1) break;
      end = next;
    }
    return end;
  }

 private:
  bool is_any(size_t at, const char* any) const {
    return at < text_.size() && std::string_view(any).find(text_[at]) != std::string_view::npos;
  }
  bool is_digit(size_t at, bool hex = false) const {
    if (at >= text_.size()) return false;
    return hex ? plumbline::is_hex_digit(text_[at]) : plumbline::is_digit(text_[at]);
  }
  size_t digits(size_t at, bool hex = false) const {
    while (is_digit(at, hex)) ++at;
    return at;
  }
  /// Scans [+-]digits after one of `marks`.
  size_t exponent(size_t at, const char* marks) const {
    if (!is_any(at, marks)) return at;
    const size_t begin = is_any(at + 1, "+-") ? at + 2 : at + 1;
    return is_digit(begin) ? digits(begin) : at;
  }
  size_t plain(size_t at) const {
    const bool hex = is_any(at, "0") && is_any(at + 1, "x") && is_digit(at + 2, true);
    const size_t whole = hex ? at + 2 : at;
    size_t end = digits(whole, hex);
    if (is_any(end, ".") && is_digit(end + 1, hex)) end = digits(end + 1, hex);
    if (end == whole) return at;
    return exponent(end, hex ? "pP" : "eE");
  }
  size_t power(size_t at) const {
    const size_t end = plain(at);
    return end == at ? at : exponent(end, "^");
  }

  const std::string& text_;
};

bool is_name(char c) { return is_letter_or_digit(c) || c == '_'; }

/// Returns the double that a long text denotes exactly; nothing if the text is short, or is not a double.
std::optional<double> double_of(const std::string& text) {
  constexpr size_t kLong = 20;
  const auto x = rational_or_none(text);
  if (!x || text.size() < kLong) return std::nullopt;
  const double near = x->approximate();
  if (!std::isfinite(near) || !(Rational::from_binary64(near) == *x)) return std::nullopt;
  return near;
}

/// Returns all digits of a number whose denominator is a power of 2.
std::string all_digits(const Rational& x) {
  Rational scaled = x;
  int places = 0;
  for (; !scaled.is_integer(); ++places) scaled = scaled * Rational(10);
  std::string digits = scaled.text();
  const auto least = static_cast<size_t>(places) + 1;
  if (digits.size() < least) digits.insert(0, least - digits.size(), '0');
  return places == 0 ? digits : digits.insert(digits.size() - static_cast<size_t>(places), ".");
}

}  // namespace

std::vector<NumberToken> number_tokens(const std::string& text) {
  const NumberScan scan(text);
  std::vector<NumberToken> out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = scan.product(at);
    if (end > at) {
      out.push_back({at, end});
      at = end;
    } else if (is_name(text[at])) {
      while (at < text.size() && is_name(text[at])) ++at;
    } else {
      ++at;
    }
  }
  return out;
}

std::string shown_number(const std::string& text) {
  const auto near = double_of(text);
  return near ? fmt::format("the double {}", *near) : text;
}

std::string shown_numbers(const std::string& text) { return with_numbers(text, shown_number); }

std::vector<std::string> doubles_explained(const std::string& text) {
  constexpr size_t kMostDigits = 400;
  std::vector<std::string> out;
  for (const NumberToken& token : number_tokens(text)) {
    const auto near = double_of(text.substr(token.begin, token.end - token.begin));
    if (!near || *near < 0) continue;
    const std::string digits = all_digits(Rational::from_binary64(*near));
    if (digits.size() > kMostDigits) continue;
    const std::string line = fmt::format(
        "The double {} (the number that a program stores for it) is exactly {}.", *near, digits);
    if (std::find(out.begin(), out.end(), line) == out.end()) out.push_back(line);
  }
  return out;
}

}  // namespace plumbline
