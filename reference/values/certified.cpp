#include "reference/values/certified.hpp"

#include <algorithm>
#include <stdexcept>

#include "reference/arithmetic/contradiction.hpp"

namespace plumbline {
namespace {

/// One end of an interval: its printed text, and the number that the text denotes.
struct PrintedEnd {
  std::string text;
  std::optional<Rational> number;
};

/// Returns a decimal that is at least x (at most x if `down`).
PrintedEnd limit_end(const Rational& x, int digits, bool down) {
  // A longer text, for example the exact decimal expansion of a double, is rounded to `digits` digits.
  constexpr size_t kLongest = 25;
  const std::string text = x.text();
  const bool short_enough = text.size() <= std::max(static_cast<size_t>(digits) + 2, kLongest);
  if (text.find('/') == std::string::npos && short_enough) return {text, x};
  const Ball ball(x, bits_for_digits(digits) + 64);
  const auto [lower, upper] = ball.decimal_bounds(digits);
  const auto [low, high] = ball.decimal_ends(digits);
  return down ? PrintedEnd{lower, low} : PrintedEnd{upper, high};
}

/// Returns both printed ends. Their numbers are computed only if `numbers` is true, because this is slow for many
/// values.
std::pair<PrintedEnd, PrintedEnd> printed_ends_of(const Certified& value, int digits,
                                                  bool numbers) {
  if (value.least() && value.most()) {
    require_within(value.value(), *value.least(), *value.most(), "a value by " + value.engine());
  }
  const auto [lower_text, upper_text] = value.value().decimal_bounds(digits);
  std::pair<std::optional<Rational>, std::optional<Rational>> ends;
  if (numbers || value.least() || value.most()) ends = value.value().decimal_ends(digits);
  const auto& [lower, upper] = ends;
  PrintedEnd low{lower_text, lower}, high{upper_text, upper};
  // Compares the printed ends, because outward rounding may exceed the limit even if the ball does not. An end has no
  // number if the ball is infinite, or if the end is too close to 0 or too large to parse; then the balls are compared.
  const bool finite = value.value().is_finite();
  const Bits p = value.value().precision();
  if (const auto& least = value.least()) {
    const bool beyond =
        lower ? *lower < *least : !finite || certainly_less(value.value().lower(), Ball(*least, p));
    if (beyond) low = limit_end(*least, digits, true);
  }
  if (const auto& most = value.most()) {
    const bool beyond =
        upper ? *upper > *most : !finite || certainly_less(Ball(*most, p), value.value().upper());
    if (beyond) high = limit_end(*most, digits, false);
  }
  return {low, high};
}

}  // namespace

std::pair<std::string, std::string> printed_bounds(const Certified& value, int digits) {
  const auto [low, high] = printed_ends_of(value, digits, false);
  return {low.text, high.text};
}

std::pair<std::optional<Rational>, std::optional<Rational>> printed_numbers(const Certified& value,
                                                                            int digits) {
  const auto [low, high] = printed_ends_of(value, digits, true);
  return {low.number, high.number};
}

Ball enclosed_between(const Ball& least, const Ball& most, const std::string& what) {
  if (certainly_less(most, least)) {
    throw Contradiction("a lower bound of " + what + " is " + least.decimal_bounds(25).first +
                        ", an upper one " + most.decimal_bounds(25).second);
  }
  return Ball::hull(least.lower(), most.upper());
}

}  // namespace plumbline
