/// Converts a threshold of the loss of a shuffled output to an integer threshold of the number of ones.
#pragma once

#include <optional>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// Computes the integers floor(share * N) of one share for many N.
class ShareFloors {
 public:
  explicit ShareFloors(Ball share);

  /// Returns the largest integer that is at most share * N, 0 <= N <= 10^8; nothing if it is not certain.
  std::optional<long> floor_of(long N) const {
    if (low_ && high_ && !exact_) {  // uses bounds of the share with 35 binary places
      const long a = *low_ * N >> kFraction;
      const long b = *high_ * N >> kFraction;
      if (a == b) return a;
    }
    return by_ball(N);
  }

 private:
  /// Number of binary places of fixed-point numbers. 10^8 in units of 2^-35 is below 2^63.
  static constexpr int kFraction = 35;
  /// Returns floor x, for |x| <= 2^36; nothing if it is not certain.
  static std::optional<long> whole(const Ball& x);
  std::optional<long> by_ball(long N) const;

  Ball share_;
  bool exact_;
  std::optional<long> low_, high_;
};

}  // namespace plumbline
