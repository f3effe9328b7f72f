#include "reference/quantities/certified.hpp"

#include <stdexcept>

#include "reference/arithmetic/contradiction.hpp"

namespace plumbline {
namespace {

/// x as a decimal that is not below it (not above it when `down`).
std::string limit_text(const Rational& x, int digits, bool down) {
  const std::string text = x.text();
  if (text.find('/') == std::string::npos) return text;
  const auto [lower, upper] = Ball(x, bits_for_digits(digits) + 64).decimal_bounds(digits);
  return down ? lower : upper;
}

}  // namespace

std::pair<std::string, std::string> printed_bounds(const Certified& value, int digits) {
  if (value.least && value.most) {
    require_within(value.value, *value.least, *value.most, "a value by " + value.engine);
  }
  std::pair<std::string, std::string> out = value.value.decimal_bounds(digits);
  // Compared as printed: rounding outward may pass the limit even where the ball does not.
  const auto beyond = [](const std::string& text, const Rational& limit, bool below) {
    if (text == "-inf" || text == "inf") return true;
    try {
      const Rational printed = Rational::parse(text);
      return below ? printed < limit : printed > limit;
    } catch (const std::invalid_argument&) {  // an exponent beyond what is read: nearly 0, or huge
      const bool tiny = text.find("e-") != std::string::npos;
      const bool negative = text.front() == '-';
      return tiny ? below && negative && limit.is_zero() : below == negative;
    }
  };
  if (value.least && beyond(out.first, *value.least, true)) {
    out.first = limit_text(*value.least, digits, true);
  }
  if (value.most && beyond(out.second, *value.most, false)) {
    out.second = limit_text(*value.most, digits, false);
  }
  return out;
}

Ball enclosed_between(const Ball& least, const Ball& most, const std::string& what) {
  if (certainly_less(most, least)) {
    throw Contradiction("a lower bound of " + what + " is " + least.decimal_bounds(25).first +
                        ", an upper one " + most.decimal_bounds(25).second);
  }
  return Ball::hull(least.lower(), most.upper());
}

}  // namespace plumbline
