#include "verify/statement/plain_number.hpp"

namespace plumbline {

std::string plain(const Rational& x) {
  if (x.sign() < 0) return "-" + plain(-x);
  constexpr int kMostPlaces = 12;
  Rational scaled = x;
  for (int places = 0; places <= kMostPlaces; ++places, scaled = scaled * Rational(10)) {
    if (!scaled.is_integer()) continue;
    if (places == 0) return scaled.text();
    std::string digits = scaled.text();
    const size_t least = static_cast<size_t>(places) + 1;
    if (digits.size() < least) digits.insert(0, least - digits.size(), '0');
    return digits.insert(digits.size() - static_cast<size_t>(places), ".");
  }
  return x.text();
}

}  // namespace plumbline
