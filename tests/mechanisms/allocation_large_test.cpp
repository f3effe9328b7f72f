/// Renyi divergences of random allocation at large orders, integer and fractional.
#include "reference/mechanisms/allocation/allocation_large.hpp"

#include <cmath>

#include "reference/quantities/moments.hpp"
#include "tests/mechanisms/pair_checks.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

constexpr Bits kBits{128};

Ball large(const std::string& mu, long t, const std::string& c) {
  return allocation::log_large_range(allocation::law_of(number(mu), Rational(t)), ball(c));
}

}  // namespace

TEST_CASE("allocation: large orders meet exact moments and the quadrature",
          "[mechanisms][allocation][ALLOCATION-LARGE][slow]") {
  // E[(Y_1 + Y_2)^3]/8 = (2 e^{3 mu^2} + 6 e^{mu^2})/8.
  for (const char* mu : {"0.3", "1", "1.7"}) {
    const Ball mu2 = square(ball(mu));
    check_meet(large(mu, 2, "3"), log((exp(mu2 * 3) + exp(mu2) * 3) / 4), 30);
  }
  // Orders within reach of the quadrature.
  for (const char* c : {"2.25", "3.5", "4.75"}) {
    const Rational order = number(c), one(1);
    const Extended sharp = renyi(Composition::parse("random_allocation(sigma=0.8,t=6)"), order,
                                 Direction::forward, Effort{15});
    const Ball range = large("1.25", 6, c) / Ball(order - one, kBits);
    CAPTURE(c, range.decimal_bounds(20));
    CHECK(sharp->value().relative_digits() >= 15);
    CHECK(range.contains(sharp->value().midpoint()));
    CHECK(range.relative_digits() >= 0.5);
  }
  CHECK_FALSE(large("1", 10, "1.5").is_finite());
  CHECK_FALSE(large("1", 1000000000, "2000.5").is_finite());
}

TEST_CASE("allocation: Renyi divergences between whole orders have digits",
          "[mechanisms][allocation][renyi][ALLOCATION-LARGE]") {
  const Composition composition = Composition::parse("random_allocation(sigma=1,t=10)");
  const auto at = [&](const char* order) {
    return renyi(composition, number(order), Direction::worst, Effort{15})->value();
  };
  CHECK(at("1000.5").relative_digits() >= 15);
  CHECK(at("100.5").relative_digits() >= 15);
  CHECK(at("500").relative_digits() >= 15);
  CHECK(at("10.5").relative_digits() >= 2);
  // The divergences increase with the order.
  CHECK(certainly_less(at("10"), at("10.5")));
  CHECK(certainly_less(at("10.5"), at("11")));
}
