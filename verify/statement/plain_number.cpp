#include "verify/statement/plain_number.hpp"

namespace plumbline {
namespace {

/// Returns a large whole number with one digit before the point: "8.29e188", where Rational::text() has "829e186".
std::string large_text(const Rational& x) {
  std::string text = x.text();
  const size_t mark = text.find('e');
  if (mark == text.npos || mark < 2) return text;
  const size_t exponent = std::stoul(text.substr(mark + 1)) + mark - 1;
  return text.substr(0, 1) + "." + text.substr(1, mark - 1) + "e" + std::to_string(exponent);
}

}  // namespace

std::string plain(const Rational& x) {
  if (x.sign() < 0) return "-" + plain(-x);
  constexpr int kMostPlaces = 12;
  Rational scaled = x;
  for (int places = 0; places <= kMostPlaces; ++places, scaled = scaled * Rational(10)) {
    if (!scaled.is_integer()) continue;
    if (places == 0) return large_text(scaled);
    std::string digits = scaled.text();
    const size_t least = static_cast<size_t>(places) + 1;
    if (digits.size() < least) digits.insert(0, least - digits.size(), '0');
    return digits.insert(digits.size() - static_cast<size_t>(places), ".");
  }
  return x.text();
}

}  // namespace plumbline
