/// Masses as machine numbers, for lists of millions of masses. This file proves the error of each operation; the
/// callers count the operations.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "reference/arithmetic/ball.hpp"

#ifdef __FAST_MATH__
#error "masses of the machine need the arithmetic of IEEE 754: build without -ffast-math"
#endif

namespace plumbline {

/// The type for sums of numbers >= 0. It has 64 bits on x86 and 113 on ARM. If it is only a double, bounds are
/// equally valid and less tight.
using MachineMass = long double;
static_assert(std::numeric_limits<MachineMass>::is_iec559 &&
              std::numeric_limits<MachineMass>::radix == 2);

/// Upper bound of the relative error of one operation with rounding to nearest, if its result is not below
/// kLeastMass: half the distance from 1 to the next number, but at least 2^-64.
inline constexpr MachineMass kMassShare = std::numeric_limits<MachineMass>::epsilon() / 2 > 0x1p-64L
                                              ? std::numeric_limits<MachineMass>::epsilon() / 2
                                              : 0x1p-64L;

/// A number far above the smallest normal number. An operation with a smaller result has an absolute error of at most
/// kLeastMass (the actual error is at most 2^-128 of it).
inline constexpr MachineMass kLeastMass = std::numeric_limits<MachineMass>::min() * 0x1p128L;

/// Returns true if this thread rounds to nearest, for doubles and for all bits of a MachineMass. Every statement of
/// this file assumes it. A program may have set another rounding mode; therefore users of mass lists call this
/// function first.
bool rounds_to_nearest();

/// Returns a number whose relative distance from the number of the ball is at most 2 kMassShare; nothing if the ball
/// is too wide, or below 2^-900.
std::optional<MachineMass> machine_mass(const Ball& x);

/// Returns the exact number. Throws std::invalid_argument if it is not finite.
Ball exact_mass(MachineMass x, Bits p);

/// The maximum number of summands of a MachineSum: kMassShare^(-1/2), which is 2^26 or 2^32.
inline constexpr std::uint64_t kMostSummands =
    kMassShare > 0x1p-64L ? std::uint64_t{1} << 26U : std::uint64_t{1} << 32U;

/// A sum of n numbers >= 0. The rounding error of each addition is itself a machine number; these errors are summed
/// separately. With u = kMassShare, the relative error is at most u + ((n-1) u/(1 - (n-1) u))^2 (Ogita, Rump and Oishi
/// 2005, "Accurate sum and dot product", Proposition 4.5). The errors of results below kLeastMass add at most
/// kLeastMass together. For n <= u^(-1/2) the relative error is at most 2u, because then (n-1) u <= u^(1/2) - u <=
/// u^(1/2)/(1 + u^(1/2)).
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
