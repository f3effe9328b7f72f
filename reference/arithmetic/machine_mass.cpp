#include "reference/arithmetic/machine_mass.hpp"

#include <cmath>

namespace plumbline {

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
  // Parts of 53 bits of a number in [1/2, 1): none of them comes near the end of a double's exponents.
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
