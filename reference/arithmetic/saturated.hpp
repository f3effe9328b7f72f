/// Integers from doubles that choose: a cast is undefined where the double is too large or no number.
#pragma once

#include <algorithm>
#include <cmath>

namespace plumbline {

/// x rounded towards zero, at most 2^60 in size, so that sums of a few still fit; 0 for nan.
inline long saturated(double x) {
  constexpr double kMost = 0x1p60;
  return std::isnan(x) ? 0 : static_cast<long>(std::clamp(x, -kMost, kMost));
}

}  // namespace plumbline
