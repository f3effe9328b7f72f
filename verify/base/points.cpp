#include "verify/base/points.hpp"

#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/numbers/number.hpp"

namespace plumbline {
namespace {

constexpr long kMostPoints = 100000;

long point_count(std::string_view text) {
  const Rational count = Rational::parse(text);
  if (!count.is_integer() || count < Rational(2) || count > Rational(kMostPoints)) {
    throw std::invalid_argument("a range lo:hi:count needs an integer count from 2 to " +
                                std::to_string(kMostPoints) + ", got '" + std::string(text) + "'");
  }
  return std::lround(count.approximate());
}

/// Returns `count` points from lo to hi whose neighbours have approximately equal quotients. The points between the
/// ends are rounded to six digits; the rounded numbers are the exact points.
std::vector<Rational> equal_quotients(const Rational& lo, const Rational& hi, long count) {
  if (lo.sign() <= 0 || hi.sign() <= 0) {
    throw std::invalid_argument("a range lo:hi:count:log lies above 0, got " + lo.text() + " and " +
                                hi.text());
  }
  constexpr int kDigits = 6;
  const Bits p{128};
  const Ball first = log(Ball(lo, p)), step = (log(Ball(hi, p)) - first) / (count - 1);
  std::vector<Rational> points{lo};
  for (long i = 1; i + 1 < count; ++i) {
    points.push_back(decimal_nearest(decimal_near(exp(first + step * i), 2 * kDigits), kDigits));
  }
  points.push_back(hi);
  return points;
}

/// Parses a range lo:hi:count; returns nothing if the text is not a range.
std::optional<std::vector<Rational>> range(std::string_view text) {
  const size_t first = text.find(':');
  if (first == std::string_view::npos) return std::nullopt;
  const size_t second = text.find(':', first + 1);
  const size_t third = second == std::string_view::npos ? second : text.find(':', second + 1);
  const bool by_quotients = third != std::string_view::npos && text.substr(third + 1) == "log";
  if (second == std::string_view::npos || (third != std::string_view::npos && !by_quotients)) {
    throw std::invalid_argument("a range is written lo:hi:count or lo:hi:count:log, got '" +
                                std::string(text) + "'");
  }
  const Rational lo = Rational::parse(text.substr(0, first));
  const Rational hi = Rational::parse(text.substr(first + 1, second - first - 1));
  const long count = point_count(text.substr(second + 1, third - second - 1));
  // Each point has about as many bits as both ends together, so that a large number of points with long ends would
  // exceed the memory.
  constexpr long kMostBits = 60000000;
  if (lo.bits() + hi.bits() > kMostBits / count) {
    throw std::invalid_argument("a range of " + std::to_string(count) +
                                " points needs shorter numbers, got '" + std::string(text) + "'");
  }
  if (by_quotients) return equal_quotients(lo, hi, count);
  const Rational step = (hi - lo) / Rational(count - 1);
  std::vector<Rational> points;
  for (long i = 0; i < count; ++i) points.push_back(lo + step * Rational(i));
  return points;
}

}  // namespace

std::vector<Rational> parse_points(std::string_view text) {
  const auto points = range(text);
  return points ? *points : std::vector<Rational>{Rational::parse(text)};
}

std::vector<Real> read_points(std::string_view text) {
  const auto points = range(text);
  if (!points) return {read_number(text)};
  return {points->begin(), points->end()};
}

}  // namespace plumbline
