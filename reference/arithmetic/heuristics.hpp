/// Doubles that choose contours, steps and thresholds. No value computed here enters a bound.
#pragma once

#include <math.h>  // lgamma_r, which is POSIX

#include <algorithm>
#include <cmath>

namespace plumbline {

inline constexpr double kLn2 = 0.6931471805599453, kLn10 = 2.302585092994046;

/// x rounded down to so many bits: short exact numbers keep results short.
inline double rounded_down(double x, int bits) {
  int e = 0;
  const double m = std::frexp(x, &e);
  return std::ldexp(std::floor(std::ldexp(m, bits)), e - bits);
}

/// Rounds to nearest.
inline double rounded(double x, int bits) {
  int e = 0;
  const double m = std::frexp(x, &e);
  return std::ldexp(std::round(std::ldexp(m, bits)), e - bits);
}

/// x rounded towards zero, at most 2^60 in size, so that sums of a few such numbers do not overflow; 0 for nan.
inline long saturated(double x) {
  constexpr double kMost = 0x1p60;
  return std::isnan(x) ? 0 : static_cast<long>(std::clamp(x, -kMost, kMost));
}

/// log|Gamma(x)|. std::lgamma also writes the sign to a variable that all threads share.
inline double log_gamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}

}  // namespace plumbline
