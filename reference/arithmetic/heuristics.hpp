/// Doubles that choose contours, steps and thresholds. No value computed here enters a bound.
#pragma once

#include <math.h>  // lgamma_r, which is POSIX

#include <algorithm>
#include <cmath>

namespace plumbline {

inline constexpr double kLn2 = 0.6931471805599453, kLn10 = 2.302585092994046;

/// Returns x rounded down to `bits` bits: short exact numbers keep the results short.
inline double rounded_down(double x, int bits) {
  int e = 0;
  const double m = std::frexp(x, &e);
  return std::ldexp(std::floor(std::ldexp(m, bits)), e - bits);
}

/// Returns x rounded to the nearest number of `bits` bits.
inline double rounded(double x, int bits) {
  int e = 0;
  const double m = std::frexp(x, &e);
  return std::ldexp(std::round(std::ldexp(m, bits)), e - bits);
}

/// Returns x rounded towards zero and clipped to [-2^60, 2^60], so that sums of a few such numbers do not overflow; 0
/// for nan.
inline long saturated(double x) {
  constexpr double kMost = 0x1p60;
  return std::isnan(x) ? 0 : static_cast<long>(std::clamp(x, -kMost, kMost));
}

/// Returns log|Gamma(x)|. std::lgamma would also write the sign to a variable that all threads share.
inline double log_gamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}

}  // namespace plumbline
