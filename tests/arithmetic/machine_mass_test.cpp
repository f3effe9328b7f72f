/// Conversions to machine numbers and back over the whole exponent range; sums compared with exact sums.
#include "reference/arithmetic/functions/machine_mass.hpp"

#include <cfenv>
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

/// Converts by doublings and halvings only, which are exact in machine arithmetic.
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

TEST_CASE("machine mass: what is not a finite number is refused") {
  const auto none = std::numeric_limits<MachineMass>::quiet_NaN();
  const auto infinite = std::numeric_limits<MachineMass>::infinity();
  for (const MachineMass x : {none, infinite, -infinite}) {
    CHECK_THROWS_AS(exact_mass(x, kBits), std::invalid_argument);
  }
}

TEST_CASE("machine mass: other roundings are noticed") {
  CHECK(rounds_to_nearest());
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    REQUIRE(std::fesetround(mode) == 0);
    const bool nearest = rounds_to_nearest();
    REQUIRE(std::fesetround(FE_TONEAREST) == 0);
    CHECK_FALSE(nearest);
  }
  CHECK(rounds_to_nearest());
}

TEST_CASE("machine mass: as many summands as the promise of two roundings takes") {
  // (n u)^2 <= u holds for the maximum number of summands, and fails for twice that number.
  const auto n = static_cast<MachineMass>(kMostSummands);
  CHECK(n * n * kMassShare <= 1);
  CHECK(4 * (2 * n) * (2 * n) * kMassShare > 1);
  // The classical worst case of one rounding per term: a plain sum loses all terms but the first.
  MachineSum sum;
  MachineMass naive = 1;
  sum.add(1);
  constexpr int kTerms = 1 << 20;
  for (int i = 0; i < kTerms; ++i) {
    sum.add(kMassShare);
    naive += kMassShare;
  }
  CHECK(sum.is_sharp());
  CHECK(naive == 1);
  CHECK(sum.value() == 1 + kTerms * kMassShare);
}
