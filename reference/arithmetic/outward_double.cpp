#include "reference/arithmetic/outward_double.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "reference/arithmetic/ascii.hpp"
#include "reference/arithmetic/bit_cast.hpp"

namespace plumbline {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kMost = std::numeric_limits<double>::max();

/// Doubles of one sign have the order of their bits. This includes subnormal doubles, even if the processor treats them
/// as 0. A place is the index of a double in this order: places of neighbours differ by 1, and 0 and -0 have the place
/// 0.
constexpr std::uint64_t kSign = std::uint64_t{1} << 63U;

std::int64_t place_of(double x) {
  const auto bits = bit_cast<std::uint64_t>(x);
  const auto size = static_cast<std::int64_t>(bits & ~kSign);
  return (bits & kSign) != 0 ? -size : size;
}

double at_place(std::int64_t place) {
  const auto size = static_cast<std::uint64_t>(place < 0 ? -place : place);
  return bit_cast<double>(place < 0 ? size | kSign : size);
}

/// Returns a lower bound on the number of digits of any decimal that is parsed as x, a finite double; 1 if the
/// standard library cannot compute it.
int fewest_digits([[maybe_unused]] double x) {
#ifdef __cpp_lib_to_chars
  std::array<char, 40> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), x, std::chars_format::scientific).ptr;
  const auto mantissa_end = std::find(text.data(), end, 'e');
  return std::max(1, static_cast<int>(std::count_if(text.data(), mantissa_end, is_digit)));
#else
  return 1;
#endif
}

/// Returns true if x is the double nearest to `decimal`, which must be close to x. If two doubles are equally near, the
/// one whose last bit is even counts as the nearest.
bool reads_back(const Rational& decimal, double x) {
  const Rational exact = Rational::from_binary64(x);
  const bool lower = decimal < exact;
  const std::int64_t place = place_of(x), next = place + (lower ? -1 : 1);
  const bool inside = std::abs(next) <= place_of(kMost);
  // The largest double has no larger neighbour; uses the distance to the smaller one.
  const Rational other = Rational::from_binary64(at_place(inside ? next : 2 * place - next));
  const Rational half = (inside ? other - exact : exact - other) / Rational(2);
  const Rational off = decimal - exact;
  return off == half ? place % 2 == 0 : lower ? off > half : off < half;
}

/// Returns the decimal with the fewest digits that distinguish the double from its neighbours. 18 digits always
/// suffice: the distance of such decimals is less than half the distance of two doubles.
std::string shortest(double x, Rational (*rounded)(const Rational&, int)) {
  const Rational exact = Rational::from_binary64(x);
  // A decimal with fewer digits than the shortest of all is not parsed as x.
  int digits = fewest_digits(x);
  while (digits < 18 && !reads_back(rounded(exact, digits), x)) ++digits;
  return rounded(exact, digits).text();
}

/// Returns the largest finite double that is not above q, -inf if there is none. Bisects near the double that is
/// approximately nearest to q, if possible, and over all doubles otherwise.
double below(const Rational& q) {
  constexpr std::int64_t kNear = 2;
  const std::int64_t most = place_of(kMost);
  const auto is_above = [&](std::int64_t place) {
    return Rational::from_binary64(at_place(place)) > q;
  };
  const std::int64_t near = std::clamp(place_of(q.approximate()), kNear - most, most - kNear);
  std::int64_t low = -most, high = most + 1;
  if (is_above(low)) return -kInfinity;
  if (!is_above(near - kNear)) low = near - kNear;
  if (is_above(near + kNear)) high = near + kNear;
  while (low + 1 < high) {
    const std::int64_t middle = std::midpoint(low, high);
    (is_above(middle) ? high : low) = middle;
  }
  return at_place(low);
}

double negative(double x) { return at_place(-place_of(x)); }

}  // namespace

double double_below(const std::string& decimal) {
  if (decimal == "-inf") return -kInfinity;
  if (decimal == "inf") return kMost;
  // An exponent of more than five digits may be beyond the range of the parser; no double is near such numbers.
  const size_t mark = decimal.find('e');
  const bool tiny = mark != std::string::npos && decimal.compare(mark, 2, "e-") == 0;
  const size_t digits =
      mark == std::string::npos ? 0 : decimal.size() - decimal.find_first_of("0123456789", mark);
  if (digits <= 5) return below(Rational::parse(decimal));
  if (decimal.find_first_not_of("+-0123456789", mark + 1) != std::string::npos) {
    throw std::invalid_argument("not a decimal: '" + decimal + "'");
  }
  const int sign = Rational::parse(decimal.substr(0, mark)).sign();
  if (sign == 0) return 0.0;
  if (tiny) return sign < 0 ? -std::numeric_limits<double>::denorm_min() : 0.0;
  return sign < 0 ? -kInfinity : kMost;
}

double double_below(const Rational& x) { return below(x); }

double double_above(const Rational& x) { return negative(below(-x)); }

std::string decimal_below(double x) { return shortest(x, &decimal_below); }

std::string decimal_above(double x) { return shortest(x, &decimal_above); }

double double_above(const std::string& decimal) {
  const bool is_negative = decimal.starts_with('-');
  return negative(double_below(is_negative ? decimal.substr(1) : "-" + decimal));
}

}  // namespace plumbline
