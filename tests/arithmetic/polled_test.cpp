/// Sums over powers that poll for a stop, compared with single powers.
#include "reference/arithmetic/vectors/polled.hpp"

#include "reference/arithmetic/running/poll.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::Random;

namespace {

constexpr Bits kBits{120};

ComplexVector random_vector(Random& random, size_t n) {
  ComplexVector out(n, kBits);
  for (size_t k = 0; k < n; ++k) {
    const auto part = [&] { return Ball::from_binary64(random.uniform(-1, 1), kBits); };
    const Ball re = part(), im = part();
    out.set(k, ComplexBall(re, im));
  }
  return out;
}

}  // namespace

TEST_CASE("polled: a sum over powers is that of the powers one by one", "[arithmetic][polled]") {
  Random random(31);
  for (const size_t n : {0UL, 1UL, 2UL, 255UL, 256UL, 257UL, 513UL, 3000UL}) {
    CAPTURE(n);
    const ComplexVector a = random_vector(random, n);
    const Ball angle = Ball::from_binary64(random.uniform(-3, 3), kBits);
    const ComplexBall x = exp(ComplexBall(Ball(kBits), angle));
    long polls = 0;
    const ComplexBall found = power_sum(a, x, kBits, [&] { ++polls; });
    CHECK(polls >= static_cast<long>(n / 256));
    ComplexBall expected(kBits), turn(Ball::integer(1, kBits));
    for (size_t k = 0; k < n; ++k) {
      expected = expected + a[k] * turn;
      turn = exp(ComplexBall(Ball(kBits), angle * static_cast<long>(k + 1)));
    }
    const ComplexBall off = found - expected;
    CHECK(off.real().contains_zero());
    CHECK(off.imag().contains_zero());
    CHECK(off.real().radius().log_approximate() < -60);
    CHECK(off.imag().radius().log_approximate() < -60);
  }
}

TEST_CASE("polled: powers of values are the products, and polls may throw",
          "[arithmetic][polled]") {
  Random random(32);
  const ComplexVector a = random_vector(random, 700);
  ComplexVector cubes(a);
  long polls = 0;
  raise(&cubes, Rational(3), [&] { ++polls; });
  CHECK(polls == 3);
  for (size_t k = 0; k < a.size(); ++k) {
    const ComplexBall off = cubes[k] - a[k] * a[k] * a[k];
    REQUIRE(off.real().contains_zero());
    REQUIRE(off.imag().contains_zero());
  }
  const auto stop = [] { throw Interrupted(); };
  CHECK_THROWS_AS(power_sum(a, a[0], kBits, stop), Interrupted);
  CHECK_THROWS_AS(raise(&cubes, Rational(3), stop), Interrupted);
}
