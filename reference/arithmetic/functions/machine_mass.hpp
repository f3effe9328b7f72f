/// Masses as numbers of the machine, for lists of millions of them: how far each operation is off is
/// proved here, and counted by those who use it.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "reference/arithmetic/ball.hpp"

#ifdef __FAST_MATH__
#error "masses of the machine need the arithmetic of IEEE 754: build without -ffast-math"
#endif

namespace plumbline {

/// The sum of numbers >= 0. 64 bits on x86, 113 on ARM; where it is no more than a double it is as sound,
/// and less tight.
using MachineMass = long double;
static_assert(std::numeric_limits<MachineMass>::is_iec559 &&
              std::numeric_limits<MachineMass>::radix == 2);

/// Rounding to nearest, one operation is off by this share of its exact result at most, where that
/// is not below kLeastMass: half the distance of 1 and the next number, or 2^-64 where that is less.
inline constexpr MachineMass kMassShare = std::numeric_limits<MachineMass>::epsilon() / 2 > 0x1p-64L
                                              ? std::numeric_limits<MachineMass>::epsilon() / 2
                                              : 0x1p-64L;

/// Far above where exponents end: an operation whose result is less may be off by kLeastMass, by
/// 2^-128 of it in truth.
inline constexpr MachineMass kLeastMass = std::numeric_limits<MachineMass>::min() * 0x1p128L;

/// Returns true if this thread rounds to nearest, doubles and all bits of a MachineMass: every statement here
/// needs that. A program may have set another mode; what answers by lists of masses asks first.
bool rounds_to_nearest();

/// A number within 2 kMassShare of the ball's; nothing where it is not known so well, or below 2^-900.
std::optional<MachineMass> machine_mass(const Ball& x);

/// The very number. Throws std::invalid_argument where it is not finite.
Ball exact_mass(MachineMass x, Bits p);

/// How many numbers a MachineSum may have: kMassShare^(-1/2), 2^26 or 2^32.
inline constexpr std::uint64_t kMostSummands =
    kMassShare > 0x1p-64L ? std::uint64_t{1} << 26U : std::uint64_t{1} << 32U;

/// A sum of n numbers >= 0: what is lost at each addition, which is a number of the machine, is
/// summed apart. With u = kMassShare it is within u + ((n-1) u/(1 - (n-1) u))^2 of itself (Ogita,
/// Rump and Oishi 2005, "Accurate sum and dot product", Proposition 4.5), beside kLeastMass for all
/// its losses below that together. That is at most 2u for n <= u^(-1/2), since then
/// (n-1) u <= u^(1/2) - u <= u^(1/2)/(1 + u^(1/2)).
class MachineSum {
 public:
  void add(MachineMass x) {
    const MachineMass sum = high_ + x, part = sum - high_;
    low_ += (high_ - (sum - part)) + (x - part);
    high_ = sum;
    ++count_;
  }
  /// Returns true if value() is within 2 kMassShare of the sum.
  bool is_sharp() const { return count_ <= kMostSummands; }
  MachineMass value() const { return high_ + low_; }

 private:
  MachineMass high_ = 0, low_ = 0;
  std::uint64_t count_ = 0;
};

}  // namespace plumbline
