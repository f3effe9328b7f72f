/// Nonnegative fixed-point numbers of 184 binary places in three machine words, for sums of many small masses.
#pragma once

#include <array>
#include <cstdint>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// A whole number of units 2^-kPlaces, below 2^8. The caller ensures that sums and products do not exceed this range.
class FixedPoint {
 public:
  static constexpr long kPlaces = 184;

  FixedPoint() = default;
  /// Returns the midpoint of a ball in [0, 2^8), rounded down to a unit. Throws std::logic_error outside of this
  /// range.
  static FixedPoint floor_of_midpoint(const Ball& x);
  static FixedPoint one();
  /// Returns a number that is at most half a unit below (a + b)/2.
  static FixedPoint half_of_sum(const FixedPoint& a, const FixedPoint& b) {
    FixedPoint out = a;
    out += b;
    out.words_[0] = out.words_[0] >> 1 | out.words_[1] << 63;
    out.words_[1] = out.words_[1] >> 1 | out.words_[2] << 63;
    out.words_[2] >>= 1;
    return out;
  }

  FixedPoint& operator+=(const FixedPoint& o) {
    Wide carry = 0;
    for (size_t i = 0; i < kWords; ++i) {
      carry += Wide{words_[i]} + o.words_[i];
      words_[i] = static_cast<uint64_t>(carry);
      carry >>= 64;
    }
    return *this;
  }
  /// Returns the product, rounded down to a unit.
  friend FixedPoint operator*(const FixedPoint& a, const FixedPoint& b) {
    std::array<uint64_t, 2 * kWords> product{};
    for (size_t i = 0; i < kWords; ++i) {
      uint64_t carry = 0;
      for (size_t j = 0; j < kWords; ++j) {
        const Wide at = Wide{a.words_[i]} * b.words_[j] + product[i + j] + carry;
        product[i + j] = static_cast<uint64_t>(at);
        carry = static_cast<uint64_t>(at >> 64);
      }
      product[i + kWords] = carry;
    }
    constexpr size_t kSkipped = kPlaces / 64;
    constexpr int kShift = kPlaces % 64;
    FixedPoint out;
    for (size_t i = 0; i < kWords; ++i) {
      out.words_[i] = product[i + kSkipped] >> kShift | product[i + kSkipped + 1] << (64 - kShift);
    }
    return out;
  }

  /// Returns the exact number, for every precision.
  Ball ball(Bits p) const;
  /// Returns exactly 2^-kPlaces n.
  static Ball units(long n, Bits p);

 private:
  __extension__ using Wide = unsigned __int128;
  static constexpr size_t kWords = 3;

  std::array<uint64_t, kWords> words_{};  ///< the lowest first
};

}  // namespace plumbline
