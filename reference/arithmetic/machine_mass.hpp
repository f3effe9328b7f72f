/// Masses as numbers of the machine, for lists of millions of them: how far each operation is off is
/// proved here, and counted by those who use it.
#pragma once

#include <limits>
#include <optional>

#include "reference/arithmetic/ball.hpp"

#ifdef __FAST_MATH__
#error "masses of the machine need the arithmetic of IEEE 754: build without -ffast-math"
#endif

namespace plumbline {

/// Of a number >= 0. 64 bits on x86, 113 on ARM; where it is no more than a double it is as sound,
/// and less sharp.
using MachineMass = long double;
static_assert(std::numeric_limits<MachineMass>::is_iec559 &&
              std::numeric_limits<MachineMass>::radix == 2);

/// One operation is off by this share of its exact result at most, where that is not below
/// kLeastMass (rounding to nearest: half of it).
inline constexpr MachineMass kMassShare = std::numeric_limits<MachineMass>::epsilon() / 2 > 0x1p-64L
                                              ? std::numeric_limits<MachineMass>::epsilon() / 2
                                              : 0x1p-64L;

/// Far above where exponents end: an operation whose result is less may be off by kLeastMass, by
/// 2^-128 of it in truth.
inline constexpr MachineMass kLeastMass = std::numeric_limits<MachineMass>::min() * 0x1p128L;

/// A number within 2 kMassShare of the ball's; nothing where it is not known so well, or below 2^-900.
std::optional<MachineMass> machine_mass(const Ball& x);

/// The very number.
Ball exact_mass(MachineMass x, Bits p);

/// A sum of at most 2^31 numbers >= 0. With u = kMassShare it is within u + (n u)^2 <= 2u of itself
/// for u <= 2^-53, beside kLeastMass for all its losses below that together: what is lost at each
/// addition, which is a number of the machine, is summed apart (Ogita, Rump and Oishi 2005,
/// "Accurate sum and dot product", Proposition 4.5).
class MachineSum {
 public:
  void add(MachineMass x) {
    const MachineMass sum = high_ + x, part = sum - high_;
    low_ += (high_ - (sum - part)) + (x - part);
    high_ = sum;
  }
  MachineMass value() const { return high_ + low_; }

 private:
  MachineMass high_ = 0, low_ = 0;
};

}  // namespace plumbline
