#include "reference/arithmetic/contradiction.hpp"

#include "tests/support.hpp"

namespace plumbline {
namespace {

using namespace testing;

Ball between(const std::string& low, const std::string& high) {
  return Ball::hull(ball(low), ball(high));
}

TEST_CASE("enclosures of one number: what both contain, or a contradiction", "[arithmetic]") {
  const Ball both = common(between("1", "3"), between("2", "5"), "x");
  CHECK(both.contains(number("2")));
  CHECK(both.contains(number("3")));
  CHECK(!both.contains(number("1.9")));
  CHECK(!both.contains(number("3.1")));
  const Ball everything = Ball::indeterminate(Bits{64});
  CHECK(common(everything, between("2", "5"), "x").contains(number("2")));
  CHECK(common(between("2", "5"), everything, "x").is_finite());
  CHECK_THROWS_AS(common(between("1", "2"), between("3", "4"), "x"), Contradiction);
  CHECK_THROWS_WITH(common(between("1", "2"), between("3", "4"), "delta"),
                    Catch::Contains("delta") && Catch::Contains("are disjoint"));
}

TEST_CASE("a number outside the range it has by definition is a contradiction", "[arithmetic]") {
  const Rational zero(0), one(1);
  CHECK(require_within(between("-0.1", "0.2"), zero, one, "delta").is_finite());
  CHECK_THROWS_AS(require_within(between("-0.2", "-0.1"), zero, one, "delta"), Contradiction);
  CHECK_THROWS_AS(require_within(between("1.1", "1.2"), zero, one, "delta"), Contradiction);
}

}  // namespace
}  // namespace plumbline
