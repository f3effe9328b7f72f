/// e^x and e^{ix} in doubles with proved rounding errors, which standard libraries do not guarantee.
#pragma once

#include <cmath>
#include <cstdint>

#include "reference/arithmetic/bit_cast.hpp"

#ifdef __FAST_MATH__
#error "numbers of the machine need the arithmetic of IEEE 754: build without -ffast-math"
#endif

namespace plumbline {

/// The largest relative error of one operation on doubles with rounding to nearest.
inline constexpr double kDoubleShare = 0x1p-53;

struct MachineComplex {
  double re = 0, im = 0;
};

/// Returns a b with an error of at most 3 kDoubleShare |a b|, for products of normal numbers.
inline MachineComplex times(const MachineComplex& a, const MachineComplex& b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

namespace machine {

/// Returns the integer nearest to x for |x| < 2^51, if the thread rounds to nearest.
inline double whole_near(double x) {
  constexpr double kBig = 0x1.8p52;
  return (x + kBig) - kBig;
}

}  // namespace machine

/// The relative error of machine_exp is at most kExpShares * kDoubleShare for -700 <= x <= 700: BOUND(MACHINE-EXP).
/// machine_exp returns 0 below this range and NaN above it.
inline constexpr double kExpShares = 8;
inline double machine_exp(double x) {
  constexpr double kInverse = 0x1.71547652b82fep0;  // 1/log 2
  constexpr double kHigh = 0x1.62e42feep-1;         // the leading 32 bits of log 2
  constexpr double kLow = 0x1.a39ef35793c76p-33;    // the remainder
  constexpr double kFurthest = 700;
  if (x < -kFurthest) return 0;
  if (!(x <= kFurthest)) return std::nan("");
  const double n = machine::whole_near(x * kInverse), r = (x - n * kHigh) - n * kLow;
  double q = 1.0 / 6227020800;
  q = q * r + 1.0 / 479001600;
  q = q * r + 1.0 / 39916800;
  q = q * r + 1.0 / 3628800;
  q = q * r + 1.0 / 362880;
  q = q * r + 1.0 / 40320;
  q = q * r + 1.0 / 5040;
  q = q * r + 1.0 / 720;
  q = q * r + 1.0 / 120;
  q = q * r + 1.0 / 24;
  q = q * r + 1.0 / 6;
  q = q * r + 0.5;
  q = q * r + 1;
  q = q * r + 1;
  const auto exponent = static_cast<std::uint64_t>(static_cast<std::int64_t>(n) + 1023);
  return q * bit_cast<double>(exponent << 52U);
}

/// The error of machine_turn, which returns e^{ix}, is at most kTurnShares * kDoubleShare for |x| <= 2^14:
/// BOUND(MACHINE-EXP). machine_turn returns NaN beyond this range.
inline constexpr double kTurnShares = 8;
inline MachineComplex machine_turn(double x) {
  constexpr double kInverse = 0x1.45f306dc9c883p-1;  // 2/pi
  constexpr double kHigh = 0x1.921fb544p0;           // the leading 33 bits of pi/2
  constexpr double kLow = 0x1.0b4611a626331p-34;     // the remainder
  constexpr double kFurthest = 0x1p14;
  if (!(std::fabs(x) <= kFurthest)) return {std::nan(""), std::nan("")};
  const double n = machine::whole_near(x * kInverse), r = (x - n * kHigh) - n * kLow, q = r * r;
  double s = 1.0 / 355687428096000;
  s = 1.0 / 1307674368000 - q * s;
  s = 1.0 / 6227020800 - q * s;
  s = 1.0 / 39916800 - q * s;
  s = 1.0 / 362880 - q * s;
  s = 1.0 / 5040 - q * s;
  s = 1.0 / 120 - q * s;
  s = 1.0 / 6 - q * s;
  s = 1 - q * s;
  s = s * r;
  double c = 1.0 / 20922789888000;
  c = 1.0 / 87178291200 - q * c;
  c = 1.0 / 479001600 - q * c;
  c = 1.0 / 3628800 - q * c;
  c = 1.0 / 40320 - q * c;
  c = 1.0 / 720 - q * c;
  c = 1.0 / 24 - q * c;
  c = 0.5 - q * c;
  c = 1 - q * c;
  switch (static_cast<std::int64_t>(n) & 3) {
    case 0:
      return {c, s};
    case 1:
      return {-s, c};
    case 2:
      return {-c, -s};
    default:
      return {s, -c};
  }
}

/// Returns the relative error of machine_exp, which is also the absolute error of machine_turn: kExpShares *
/// kDoubleShare, by BOUND(MACHINE-EXP).
double elementary_share();

}  // namespace plumbline
