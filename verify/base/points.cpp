#include "verify/base/points.hpp"

#include <stdexcept>
#include <string>

namespace plumbline {
namespace {

constexpr long kMostPoints = 100000;

long point_count(std::string_view text) {
  const Rational count = Rational::parse(text);
  if (!count.is_integer() || count < Rational(2) || count > Rational(kMostPoints)) {
    throw std::invalid_argument("a range lo:hi:count needs an integer count from 2 to " +
                                std::to_string(kMostPoints) + ", got '" + std::string(text) + "'");
  }
  return std::stol(std::string(count.text()));
}

/// How long the number is when written out, roughly: its text, and zeros for its exponents.
size_t length_of(std::string_view text) {
  size_t length = text.size();
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != 'e' && text[i] != 'E' && text[i] != 'p' && text[i] != 'P') continue;
    size_t exponent = 0;
    while (i + 1 < text.size() && (text[i + 1] == '+' || text[i + 1] == '-')) ++i;
    for (; i + 1 < text.size() && text[i + 1] >= '0' && text[i + 1] <= '9'; ++i) {
      exponent = 10 * exponent + static_cast<size_t>(text[i + 1] - '0');
    }
    length += exponent;
  }
  return length;
}

}  // namespace

std::vector<Rational> parse_points(std::string_view text) {
  const size_t first = text.find(':');
  if (first == std::string_view::npos) return {Rational::parse(text)};
  const size_t second = text.find(':', first + 1);
  if (second == std::string_view::npos || text.find(':', second + 1) != std::string_view::npos) {
    throw std::invalid_argument("a range is written lo:hi:count, got '" + std::string(text) + "'");
  }
  const Rational lo = Rational::parse(text.substr(0, first));
  const Rational hi = Rational::parse(text.substr(first + 1, second - first - 1));
  const long count = point_count(text.substr(second + 1));
  // Each point is as long as both ends: many long ones would not fit into memory.
  constexpr size_t kMostDigits = 20000000;
  if (length_of(text) > kMostDigits / static_cast<size_t>(count)) {
    throw std::invalid_argument("a range of " + std::to_string(count) +
                                " points needs shorter numbers, got '" + std::string(text) + "'");
  }
  const Rational step = (hi - lo) / Rational(count - 1);
  std::vector<Rational> points;
  for (long i = 0; i < count; ++i) points.push_back(lo + step * Rational(i));
  return points;
}

}  // namespace plumbline
