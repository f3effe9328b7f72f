/// Numbers of the machine and back, over all their exponents; sums beside exact ones.
#include "reference/arithmetic/machine_mass.hpp"

#include <cmath>
#include <vector>

#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::Random;

namespace {

constexpr Bits kBits{20000};

MachineMass drawn(Random& random, int least, int most) {
  const auto head = static_cast<MachineMass>(random.uniform(0.5, 1));
  const auto tail = static_cast<MachineMass>(random.uniform(0, 0x1p-53));
  return std::ldexp(head + tail, static_cast<int>(random.uniform(least, most)));
}

/// By doubling and halving alone, which the machine does exactly.
Ball by_bits(MachineMass x) {
  if (x == 0) return Ball(kBits);
  Ball sum(kBits), unit = Ball::integer(1, kBits);
  MachineMass power = 1;
  for (; power > x && power > 0; power /= 2) unit = unit / 2;
  for (; power <= x / 2; power *= 2) unit = unit * 2;
  for (MachineMass rest = x; rest > 0 && power > 0; power /= 2, unit = unit / 2) {
    if (rest < power) continue;
    rest -= power;
    sum += unit;
  }
  return sum;
}

}  // namespace

TEST_CASE("machine mass: a number of the machine is that very ball") {
  Random random(20261123);
  using limits = std::numeric_limits<MachineMass>;
  std::vector<MachineMass> all{0,          1,          limits::min(), limits::denorm_min(),
                               kLeastMass, 0x1p-1074L, limits::max()};
  for (int i = 0; i < 20; ++i) {
    all.push_back(drawn(random, limits::min_exponent + 80, limits::max_exponent));
    all.push_back(drawn(random, -1200, 100));
  }
  for (const MachineMass x : all) {
    const Ball found = exact_mass(x, kBits);
    INFO(static_cast<double>(std::log2(x)));
    CHECK(found.is_exact());
    CHECK((found - by_bits(x)).is_exactly_zero());
  }
}

TEST_CASE(
    "machine mass: a ball's number is as near as promised, and none is given to wide or tiny "
    "ones") {
  Random random(7);
  const Bits p{160};
  for (int i = 0; i < 500; ++i) {
    const Ball x = exp(exact(random.uniform(-600, 600), p));
    const auto found = machine_mass(x);
    REQUIRE(found);
    CHECK(certainly_at_most(abs(exact_mass(*found, p) - x), x * exact_mass(2 * kMassShare, p)));
  }
  CHECK_FALSE(machine_mass(exp(Ball::integer(-700, p))));
  CHECK_FALSE(machine_mass(Ball(p)));
  CHECK_FALSE(machine_mass(Ball::hull(Ball::integer(1, p), exact(1 + 0x1p-50, p))));
}

TEST_CASE("machine mass: a sum loses two roundings at most, of terms of very different sizes") {
  Random random(11);
  for (int round = 0; round < 8; ++round) {
    MachineSum sum;
    Ball truth(kBits);
    MachineMass naive = 0;
    for (int i = 0; i < 3000; ++i) {
      const MachineMass x = drawn(random, round % 2 == 0 ? -70 : -4000, 5);
      sum.add(x);
      naive += x;
      truth += exact_mass(x, kBits);
    }
    const Ball off = abs(exact_mass(sum.value(), kBits) - truth);
    CHECK(certainly_at_most(off, truth * exact_mass(2 * kMassShare, kBits)));
    if (round % 2 == 0) {
      CHECK(certainly_less(off, abs(exact_mass(naive, kBits) - truth)));
    }
  }
}
