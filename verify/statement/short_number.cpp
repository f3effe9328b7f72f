#include "verify/statement/short_number.hpp"

#include "verify/statement/plain_number.hpp"

namespace plumbline {
namespace {

constexpr int kDigitsOfDouble = 15;
constexpr int kFewDigits = 6;
constexpr size_t kShortText = 17;

bool lies_on(const Rational& rounded, const Rational& x, Rounding to) {
  return to == Rounding::up ? rounded >= x : rounded <= x;
}

/// Returns 10^places with commas: "1,000".
std::string grouped_power(int places) {
  std::string out = "1" + std::string(static_cast<size_t>(places), '0');
  for (size_t at = out.size(); at > 3;) {
    at -= 3;
    out.insert(at, ",");
  }
  return out;
}

/// Returns k if `share` is printed in the form "2 in 10^k", 0 if it is printed as a percentage, and -1 if it is printed
/// as a plain number.
int places_of_share(const Rational& share) {
  constexpr int kMostPlaces = 12;
  if (share.is_zero() || share >= Rational(1) / Rational(100)) return 0;
  int places = 3;
  while (places <= kMostPlaces && share * power_of_ten(places) < Rational(1)) ++places;
  return places <= kMostPlaces ? places : -1;
}

}  // namespace

Rounding opposite(Rounding rounding) {
  if (rounding == Rounding::exact) return rounding;
  return rounding == Rounding::up ? Rounding::down : Rounding::up;
}

Rational short_number(const Rational& x, Rounding to) {
  if (to == Rounding::exact || plain(x).size() <= kShortText) return x;
  const Rational near = decimal_nearest(x, kDigitsOfDouble);
  const bool few = decimal_nearest(near, kFewDigits) == near;
  if (few && lies_on(near, x, to)) return near;
  return to == Rounding::up ? decimal_above(x, kFewDigits) : decimal_below(x, kFewDigits);
}

std::string share_text(const Rational& share) {
  const int places = places_of_share(share);
  if (places < 0) return plain(share);
  if (places > 0) return plain(share * power_of_ten(places)) + " in " + grouped_power(places);
  const std::string percent = plain(share * Rational(100));
  return percent.size() <= kShortText && percent.find('/') == percent.npos ? percent + " %"
                                                                           : plain(share);
}

std::string share_of(const Rational& share, const std::string& people) {
  const bool counted = places_of_share(share) > 0;
  return share_text(share) + (counted ? " " : " of the ") + people;
}

Rational probability_above(const Rational& x) {
  const Rational one(1);
  if (x >= one) return x;
  if (x <= Rational(9) / Rational(10)) return decimal_above(x, kShownDigits);
  constexpr int kDigitsOfDistance = 2;
  return one - decimal_below(one - x, kDigitsOfDistance);
}

std::string confidence_text(const Rational& confidence) {
  return plain(confidence * Rational(100)) + " %";
}

}  // namespace plumbline
