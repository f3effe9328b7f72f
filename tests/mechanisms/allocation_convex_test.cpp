/// Bounds of K(c) of random allocation for all c, compared with moments and quadratures.
#include "reference/mechanisms/allocation/allocation_convex.hpp"

#include <cmath>

#include "reference/mechanisms/allocation/allocation_moments.hpp"
#include "reference/mechanisms/allocation/allocation_plan.hpp"
#include "reference/quantities/moments.hpp"
#include "tests/share.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

constexpr Bits kBits{128};

void check_within(const allocation::AllocationLaw& law, const Ball& c, const Ball& log_K) {
  const Ball range = allocation::log_convex_range(law, c);
  CAPTURE(law.mu.text(), law.t.text(), c.approximate(), log_K.approximate());
  CAPTURE(range.lower().approximate(), range.upper().approximate());
  CHECK(overlaps(range, log_K));
}

}  // namespace

TEST_CASE("allocation convex: moments and quadratures lie within",
          "[mechanisms][allocation][ALLOCATION-CONVEX][sweep]") {
  Random random(2718);
  for (int i = 0; i < of_sweep(3, 10); ++i) {
    const auto law = allocation::law_of(number(Random::text(random.log_uniform(0.2, 2))),
                                        Rational(random.integer(2, 60)));
    const std::vector<Ball> moments = allocation::moments(law, 40, kBits);
    for (const long n : {2L, 3L, 7L, 40L}) {
      check_within(law, Ball::integer(n, kBits), log(moments[static_cast<size_t>(n)]));
    }
    for (const double c : {-12.5, -3.0, -0.5, 0.25, 0.5, 0.875, 1.5, 4.25}) {
      const Ball K = allocation::transform(law, c, kBits);
      REQUIRE(K.relative_digits() > 8);
      check_within(law, exact(c, kBits), log(K));
    }
  }
}

TEST_CASE("allocation convex: exact at 0 and 1, and one range across them",
          "[mechanisms][allocation][ALLOCATION-CONVEX]") {
  const auto law = allocation::law_of(number("0.7"), Rational(9));
  for (const long c : {0L, 1L}) {
    CHECK(allocation::log_convex_range(law, Ball::integer(c, kBits)).radius() <=
          UpperBound::of(ball("1e-30")));
  }
  const Ball across = Ball::hull(ball("-1", kBits), ball("2", kBits));
  const Ball range = allocation::log_convex_range(law, across);
  CHECK(range.is_finite());
  CHECK(overlaps(range, log(allocation::transform(law, 0.5, kBits))));
}

TEST_CASE("allocation convex: Renyi divergences of any order are bounded",
          "[quantities][allocation][ALLOCATION-CONVEX][slow]") {
  struct Case {
    const char *text, *order;
    double mu, t;
  };
  for (const Case& x : {Case{"random_allocation(sigma=1,t=10)", "1000.5", 1, 10},
                        {"random_allocation(sigma=0.01,t=10)", "2.5", 100, 10},
                        {"random_allocation(sigma=0.01,t=10)", "1000.5", 100, 10},
                        {"random_allocation(sigma=1e-3,t=2)", "64", 1000, 2}}) {
    const Composition composition = Composition::parse(x.text);
    const double a = number(x.order).approximate(), top = a * x.mu * x.mu / 2;
    for (const Direction direction : {Direction::forward, Direction::worst}) {
      CAPTURE(x.text, x.order, static_cast<int>(direction));
      const Ball found = renyi(composition, number(x.order), direction, Effort{10})->value();
      CHECK(found.is_finite());
      CHECK(found.upper().approximate() <= top * (1 + 1e-8));
      CHECK(found.lower().approximate() >= (top - std::log(x.t)) * (1 - 1e-8));
    }
    const double c = a - 1, least = c * x.mu * x.mu / (2 * x.t);
    const Ball back = renyi(composition, number(x.order), Direction::reverse, Effort{10})->value();
    CHECK(back.lower().approximate() >= least * (1 - 1e-7));
    CHECK(back.upper().approximate() <= (least + x.mu * x.mu / 2) * (1 + 1e-7));
  }
}
