/// Helpers of all tests: exact numbers, random parameters and the multiplier of nightly runs.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <stdexcept>
#include <string>

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/rational.hpp"

namespace plumbline::testing {

inline Rational number(const std::string& text) { return Rational::parse(text); }
inline Ball ball(const std::string& text, Bits p = Bits{256}) { return Ball(number(text), p); }

/// Returns n times PLUMBLINE_TEST_MULTIPLIER (default 1; nightly runs set 10).
inline int iterations(int n) {
  const char* text = std::getenv("PLUMBLINE_TEST_MULTIPLIER");
  const int factor = text == nullptr ? 1 : std::atoi(text);
  return n * std::max(1, factor);
}

/// Random parameters as short exact decimals, with a fixed seed in each test.
class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double uniform(double a, double b) { return a + (b - a) * unit_(engine_); }
  double log_uniform(double a, double b) { return std::exp(uniform(std::log(a), std::log(b))); }
  int integer(int a, int b) { return std::uniform_int_distribution<int>(a, b)(engine_); }
  /// Returns x with four significant digits as text, which denotes the same exact number on every machine.
  static std::string text(double x) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.4g", x);
    return buffer;
  }

 private:
  std::mt19937 engine_;
  std::uniform_real_distribution<double> unit_{0, 1};
};

/// Checks that two enclosures overlap and that both are tight to `digits` relative digits.
inline void check_meet(const Ball& a, const Ball& b, double digits) {
  CAPTURE(a.decimal_bounds(30).first, a.decimal_bounds(30).second);
  CAPTURE(b.decimal_bounds(30).first, b.decimal_bounds(30).second);
  CHECK(overlaps(a, b));
  CHECK(a.relative_digits() >= digits);
  CHECK(b.relative_digits() >= digits);
}

}  // namespace plumbline::testing
