/// The best test against a promise: the bounds are valid at tests and tangents far from the best.
#include "reference/arithmetic/running/effort.hpp"
#include "reference/engines/stated/test_bounds.hpp"
#include "reference/engines/stated/test_search.hpp"
#include "reference/engines/stated/tight_test.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;
using namespace plumbline::stated;

namespace {

constexpr Bits kP{256};

RenyiPromise concentrated(const char* rho, const char* xi) {
  return {number(rho), number(xi), {}, {}};
}

PromisedOrder moving_order(const RenyiPromise& promise, double a, bool is_mirrored = false) {
  const Ball order = Ball::from_binary64(a, kP);
  return {is_mirrored, true, order, Ball(promise.xi, kP) + Ball(promise.rho, kP) * order};
}

Test logits(double u, double v) { return {Ball::from_binary64(u, kP), Ball::from_binary64(v, kP)}; }

}  // namespace

TEST_CASE("stated: a test that breaks the promise at an order in between is not allowed",
          "[engines][stated][CONCENTRATED-ORDERS][PROMISED-TEST]") {
  // x = 1e-6: at y = 0.004 the divergence of order 1 is small, and those of orders near 3 are too large.
  const RenyiPromise promise = concentrated("0.5", "0");
  const double u = std::log(1e-6), v = std::log(0.006);
  const double a = tightest_order(promise, u, v);
  CHECK(a > 2);
  const std::vector<PromisedOrder> near = {moving_order(promise, a), moving_order(promise, 1.5)};
  CHECK_FALSE(gain_of_test(promise, logits(u, v), near, Ball(kP), kP));
  CHECK(gain_of_test(promise, logits(u, std::log(1e-4)), {moving_order(promise, 4)}, Ball(kP), kP));
}

TEST_CASE("stated: listed orders are all looked at, in both directions",
          "[engines][stated][PROMISED-TEST]") {
  const RenyiPromise promise{
      number("0"), number("0"), {number("2"), number("8")}, {number("0.1"), number("1")}};
  CHECK(gain_of_test(promise, logits(-1, -0.9), {}, Ball(kP), kP));
  CHECK_FALSE(gain_of_test(promise, logits(-1, 0), {}, Ball(kP), kP));   // order 2
  CHECK_FALSE(gain_of_test(promise, logits(-9, -6), {}, Ball(kP), kP));  // order 8
  CHECK_FALSE(gain_of_test(promise, logits(6, 9), {}, Ball(kP), kP));    // order 8, mirrored
}

TEST_CASE("stated: tangents at any point bound every test allowed",
          "[engines][stated][PROMISED-TANGENTS]") {
  const RenyiPromise promise = concentrated("0.5", "0.1");
  const Ball t = ball("3");
  const FoundTest found = best_test(promise, 3);
  const auto exact = tight_test(promise, found, {found.tight.front()}, t, kP);
  REQUIRE(exact);
  const auto best = gain_above(promise, exact->test, exact->tight, t, kP);
  REQUIRE(best);
  // Elsewhere on the curve of one order the slope differs: two orders there, or a smaller one, still give a bound.
  for (const double a : {1.5, 2.0, 3.0, 5.0}) {
    const PromisedOrder order = moving_order(promise, a);
    PromisedOrder fixed = order;
    fixed.moving = false;
    const RenyiPromise one{number("0"),
                           number("0"),
                           {Rational::from_binary64(a)},
                           {number("0.1") + number("0.5") * Rational::from_binary64(a)}};
    const FoundTest there = best_test(one, 3);
    const auto tangent = tight_test(one, there, {there.tight.front()}, t, kP);
    REQUIRE(tangent);
    const auto above = gain_above(one, tangent->test, {fixed}, t, kP);
    REQUIRE(above);
    CAPTURE(a, above->approximate(), best->approximate());
    CHECK_FALSE(certainly_less(*above, *best));
  }
  // The gain of a single test is a lower bound.
  const auto below = gain_of_test(promise, logits(found.u, found.v - 1e-6),
                                  {moving_order(promise, found.tight.front().order)}, t, kP);
  REQUIRE(below);
  CHECK(certainly_less(*below, *best));
  CHECK(below->approximate() == Approx(best->approximate()).epsilon(1e-4));
}

TEST_CASE("stated: orders that bind at 1, in between, and both",
          "[engines][stated][CONCENTRATED-ORDERS]") {
  const auto tightest = [](const char* rho, const char* xi, double t) {
    return best_test(concentrated(rho, xi), t).tight.front().order;
  };
  CHECK(tightest("0.5", "0", 0) == 1);
  CHECK(tightest("0.5", "0", 3) > 3);
  for (const char* t : {"0", "0.05", "0.3", "0.6", "1", "2", "5", "12"}) {
    CAPTURE(t);
    PrivacyProfile profile(Composition::parse("zcdp(rho=0.02,xi=0.5)"), Direction::forward);
    CHECK(profile.delta(Real(number(t)), Effort{25}).value.relative_digits() >= 25);
  }
}
