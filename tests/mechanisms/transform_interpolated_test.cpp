/// K at real numbers that are not doubles, compared with closed forms in balls.
#include "reference/mechanisms/transform_interpolated.hpp"

#include "reference/mechanisms/laplace/laplace.hpp"
#include "reference/mechanisms/loss_moments.hpp"
#include "reference/quantities/moments.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::number;

namespace {

Ball exact_transform(const Laplace& pair, const Rational& c, Bits p) {
  return pair.transform_at(ComplexBall(Ball(c, p)), p).real();
}

}  // namespace

TEST_CASE("transform_interpolated: coarse nodes err by no more than their bound says",
          "[mechanisms][faults][TRANSFORM-INTERPOLATED]") {
  testing::Random random(340);
  const Bits p{200};
  for (int i = 0; i < testing::iterations(30); ++i) {
    const Laplace pair(number(testing::Random::text(random.log_uniform(0.1, 5))), Rational(1));
    const double mu = pair.mu().approximate(), centre = std::round(random.uniform(-4, 5));
    const Rational c =
        Rational::from_binary64(centre) + number("0.123") / Rational(static_cast<long>(1 + mu));
    const Interpolation at{centre, 0.5 / mu, (2 + 0.5 * (i % 4)) / mu, 2 + i % 3};
    const Ball truth = exact_transform(pair, c, p);
    const Ball found = transform_interpolated(pair, c, at, p);
    CAPTURE(pair.expression(), c.text(), at.nodes, truth.decimal_bounds(20),
            found.decimal_bounds(20));
    CHECK(overlaps(truth, found));
    CHECK(found.is_finite());
  }
}

TEST_CASE("transform_interpolated: as many digits as wanted, and none without its needs",
          "[mechanisms][TRANSFORM-INTERPOLATED]") {
  const Laplace pair(Rational(1), Rational(1));
  for (const char* text : {"1.7", "1.9999999999", "1.99999999999999999", "2.0000000000000000001",
                           "-0.99999999999999999", "0.3", "0.50000000000000000001", "12345.6789"}) {
    for (const long bits : {128L, 200L, 400L, 1000L}) {
      CAPTURE(text, bits);
      const Ball truth = exact_transform(pair, number(text), Bits{bits + 100});
      testing::check_meet(transform_at(pair, number(text), Bits{bits}), truth,
                          bits == 128 ? 20 : 0.3 * static_cast<double>(bits) - 4);
    }
  }
  const Rational c = number("1.7");
  CHECK_FALSE(transform_interpolated(pair, c, {1.75, 0, 1, 4}, Bits{96}).is_finite());
  CHECK_FALSE(transform_interpolated(pair, c, {1.75, 0.5, 0.5, 4}, Bits{96}).is_finite());
  CHECK_FALSE(transform_interpolated(pair, c, {1.75, 0.5, 1, 0}, Bits{96}).is_finite());
}

TEST_CASE("renyi: orders near a double, near one, and many digits",
          "[quantities][moments][TRANSFORM-INTERPOLATED][TRANSFORM-BETWEEN]") {
  const Composition laplace = Composition::parse("laplace(b=1)");
  const Laplace pair(Rational(1), Rational(1));
  for (const char* text : {"1.99999999999999999", "1.9999999999", "1.7", "2.00000000000000001"}) {
    CAPTURE(text);
    const Rational order = number(text);
    const Bits p{400};
    const Ball truth = log(exact_transform(pair, order, p)) / Ball(order - Rational(1), p);
    for (const int digits : {15, 60, 90}) {
      const auto found = renyi(laplace, order, Direction::forward, Effort{digits});
      REQUIRE(found);
      testing::check_meet(found->value(), truth, digits);
    }
  }
  for (const char* name : {"subsampled_gaussian(sigma=1,p=0.1)", "discrete_gaussian(sigma=1)",
                           "randomized_response(epsilon=1)", "subsampled_laplace(b=1,p=0.1)"}) {
    CAPTURE(name);
    const Composition c = Composition::parse(name);
    const auto below = renyi(c, number("1.99999999999999999"), Direction::forward, Effort{40});
    const auto at = renyi(c, Rational(2), Direction::forward, Effort{40});
    REQUIRE((below && at));
    CHECK(below->value().relative_digits() >= 40);
    // The divergence increases with the order, by approximately a share of the step.
    CHECK(certainly_less(below->value(), at->value()));
    CHECK(certainly_less(at->value() - below->value(), testing::ball("1e-16")));
  }
  // For orders towards 1 it converges to the Kullback-Leibler divergence.
  const auto near = renyi(laplace, number("1.0000000000000000000000000000000000000001"),
                          Direction::forward, Effort{15});
  const auto limit = renyi(laplace, Rational(1), Direction::forward, Effort{15});
  REQUIRE((near && limit));
  CHECK(near->value().relative_digits() >= 15);
  CHECK(certainly_less(abs(near->value() - limit->value()), testing::ball("1e-14")));
}
