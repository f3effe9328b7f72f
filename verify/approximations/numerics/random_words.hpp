/// Random numbers that depend only on the seed. They do not depend on the standard library (the distributions of
/// <random> are implementation-defined). Up to rounding, they do not depend on the real type.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>

#include "verify/approximations/numerics/special_functions.hpp"

namespace plumbline::approximations {

template <class Real>
class RandomReals {
 public:
  explicit RandomReals(std::uint64_t seed) : engine_(seed) {}

  /// Returns a number that is uniform on the midpoints of 2^52 equal cells of (0, 1). The number is exact in double and
  /// in wider types.
  Real uniform() { return (static_cast<Real>(engine_() >> 12) + Real(0.5)) * Real(0x1p-52); }

  /// Returns a random number with the distribution N(0, 1), by the method of Box and Muller. The method computes two
  /// numbers; every second call returns the stored one.
  Real normal() {
    using std::cos;
    using std::log;
    using std::sin;
    using std::sqrt;
    if (has_spare_) {
      has_spare_ = false;
      return spare_;
    }
    const Real radius = sqrt(-2 * log(uniform()));
    const Real angle = constants::two_pi<Real>() * uniform();
    spare_ = radius * sin(angle);
    has_spare_ = true;
    return radius * cos(angle);
  }

 private:
  std::mt19937_64 engine_;  // fully specified by the standard
  Real spare_{0};
  bool has_spare_ = false;
};

}  // namespace plumbline::approximations
