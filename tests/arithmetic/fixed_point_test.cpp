/// Fixed-point numbers compared with balls of more bits.
#include "reference/arithmetic/vectors/fixed_point.hpp"

#include <stdexcept>
#include <string>

#include "tests/support.hpp"

using namespace plumbline;

namespace {

const Bits kBits{512};

Ball fraction(const std::string& text) { return Ball(Rational::parse(text), kBits); }

/// Checks 0 <= exact - found < units.
void check_below(const FixedPoint& found, const Ball& exact, long units) {
  const Ball missed = exact - found.ball(kBits);
  CHECK_FALSE(certainly_negative(missed));
  CHECK(certainly_less(missed, FixedPoint::units(units, kBits)));
}

}  // namespace

TEST_CASE("fixed point: sums are exact, products and halves are rounded down", "[arithmetic]") {
  const Ball one = Ball::integer(1, kBits);
  for (const char* first : {"0", "1/3", "0.999999999999", "1e-40", "1", "2/7"}) {
    for (const char* second : {"0", "1/9", "123456789/987654321", "1e-30", "1"}) {
      CAPTURE(first, second);
      const Ball a = fraction(first), b = fraction(second);
      const FixedPoint x = FixedPoint::floor_of_midpoint(a), y = FixedPoint::floor_of_midpoint(b);
      check_below(x, a, 1);
      FixedPoint sum = x;
      sum += y;
      CHECK(overlaps(sum.ball(kBits), x.ball(kBits) + y.ball(kBits)));
      CHECK(sum.ball(kBits).is_exact());
      check_below(x * y, x.ball(kBits) * y.ball(kBits), 1);
      check_below(FixedPoint::half_of_sum(x, y), (x.ball(kBits) + y.ball(kBits)) / 2, 1);
    }
  }
  CHECK(overlaps(FixedPoint::one().ball(kBits), one));
  FixedPoint many;
  for (int i = 0; i < 255; ++i) many += FixedPoint::one();
  CHECK(overlaps(many.ball(kBits), one * 255));
  CHECK(overlaps((many * FixedPoint::one()).ball(kBits), one * 255));
}

TEST_CASE("fixed point: what has no fixed-point number is refused", "[arithmetic]") {
  CHECK_THROWS_AS(FixedPoint::floor_of_midpoint(fraction("-1/3")), std::logic_error);
  CHECK_THROWS_AS(FixedPoint::floor_of_midpoint(fraction("256")), std::logic_error);
  CHECK_THROWS_AS(FixedPoint::floor_of_midpoint(Ball::indeterminate(kBits)), std::logic_error);
}
