#include "reference/arithmetic/functions/machine_mass.hpp"

#include <cmath>
#include <stdexcept>

namespace plumbline {

namespace {

// Let e be the distance from 1 to the next number. 1 + e/2 and 1 + 3e/2 are halfway between two numbers. Rounding to
// nearest yields the even neighbour, which is 1 and 1 + 2e, respectively. Rounding upwards would give 1 + e for the
// first. Rounding downwards or towards zero would give 1 + e for the second. With fewer bits, 1 + e would be 1.
template <class Number>
bool nearest_in() {
  constexpr Number kNext = std::numeric_limits<Number>::epsilon();
  // Volatile, because the compiler assumes one rounding mode.
  volatile Number one = 1, half = kNext / 2, next = one + kNext, down = one + half,
                  up = next + half;
  return next == 1 + kNext && down == 1 && up == 1 + 2 * kNext;
}

}  // namespace

// On x86, double and long double have separate rounding modes.
bool rounds_to_nearest() { return nearest_in<double>() && nearest_in<MachineMass>(); }

std::optional<MachineMass> machine_mass(const Ball& x) {
  constexpr double kLeast = 0x1p-900;
  const Bits p = x.precision();
  const double high = x.approximate();
  if (!(high >= kLeast) || !std::isfinite(high)) return std::nullopt;
  const Ball rest = x - exact(high, p);
  const double low = rest.approximate();
  const Ball most = x.lower() * exact(0x1p-66, p);
  if (!certainly_at_most(abs(rest - exact(low, p)), most)) return std::nullopt;
  return static_cast<MachineMass>(high) + static_cast<MachineMass>(low);
}

Ball exact_mass(MachineMass x, Bits p) {
  if (!std::isfinite(x)) throw std::invalid_argument("a mass is not a finite number");
  // Splits a number in [1/2, 1) into parts of 53 bits: no part is near the smallest exponents of a double.
  int exponent = 0;
  MachineMass rest = std::frexp(x, &exponent);
  Ball sum(p);
  while (rest != 0) {
    const auto part = static_cast<double>(rest);
    sum += exact(part, p);
    rest -= static_cast<MachineMass>(part);
  }
  return sum * power(Ball::integer(2, p), Rational(exponent));
}

}  // namespace plumbline
