/// Epsilons with few digits, as sweeps request them, compared with those with many digits.
#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/epsilon/epsilon_at.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/extended.hpp"
#include "tests/share.hpp"
#include "tests/support.hpp"

using namespace plumbline;

TEST_CASE("epsilon of few digits meets that of many, in every direction",
          "[quantities][epsilon][sweep]") {
  testing::Random random(31);
  for (int i = 0; i < testing::of_sweep(24, 240); ++i) {
    const std::string sigma = testing::Random::text(random.log_uniform(0.55, 5)),
                      p = testing::Random::text(random.log_uniform(3e-4, 0.3)),
                      delta = testing::Random::text(random.log_uniform(1e-9, 1e-3));
    const int N = static_cast<int>(random.log_uniform(30, 50000));
    const std::string mechanism =
        "subsampled_gaussian(sigma=" + sigma + ",p=" + p + ")^" + std::to_string(N);
    CAPTURE(mechanism, delta);
    const Composition composition = Composition::parse(mechanism);
    for (const Direction direction : {Direction::forward, Direction::reverse, Direction::worst}) {
      CAPTURE(direction_name(direction));
      const auto asked = [&](int digits) {
        PrivacyProfile profile(composition, direction);
        Effort effort;
        effort.digits = digits;
        return epsilon(profile, testing::number(delta), effort);
      };
      const Extended few = asked(6), many = asked(11);
      REQUIRE_FALSE(few.is_infinite());
      CHECK(few->reached());
      CHECK(many->reached());
      testing::check_meet(few->value(), many->value(), 6);
    }
  }
}

TEST_CASE("epsilons asked of one profile after the other meet those of fresh ones",
          "[quantities][epsilon]") {
  testing::Random random(32);
  for (int i = 0; i < testing::iterations(6); ++i) {
    const std::string sigma = testing::Random::text(random.log_uniform(0.7, 4)),
                      p = testing::Random::text(random.log_uniform(2e-3, 0.1));
    const int N = static_cast<int>(random.log_uniform(200, 20000));
    const Composition composition = Composition::parse("subsampled_gaussian(sigma=" + sigma +
                                                       ",p=" + p + ")^" + std::to_string(N));
    for (const Direction direction : {Direction::forward, Direction::reverse, Direction::worst}) {
      CAPTURE(composition.expression(), direction_name(direction));
      PrivacyProfile kept(composition, direction);
      Effort few, many;
      few.digits = 6;
      many.digits = 11;
      for (int k = 0; k < 5; ++k) {
        const Rational delta =
            testing::number(testing::Random::text(random.log_uniform(1e-9, 1e-3)));
        CAPTURE(delta.text());
        PrivacyProfile fresh(composition, direction);
        testing::check_meet(epsilon(kept, delta, few)->value(),
                            epsilon(fresh, delta, many)->value(), 6);
      }
    }
  }
}

TEST_CASE("epsilon next to 0, where delta is next to the total variation",
          "[quantities][epsilon]") {
  const Composition composition = Composition::parse("subsampled_gaussian(sigma=1,p=0.01)^1000");
  for (const std::string text : {"0.161017619697", "0.1610176196979", "0.161017619697925"}) {
    CAPTURE(text);
    const Rational D = testing::number(text);
    PrivacyProfile profile(composition, Direction::worst);
    const Extended found = epsilon(profile, D, Effort{15});
    CHECK(found->reached());
    CHECK(certainly_positive(found->value()));
    // delta at both ends, with more digits and in one direction.
    PrivacyProfile forward(composition, Direction::forward);
    const Bits p{256};
    const Ball low = found->value().at(p).lower(),
               high = Ball(UpperBound::of(found->value()).ball(p));
    CHECK(certainly_less(Ball(D, p), forward.delta(Real::exactly(low), Effort{40}).value));
    CHECK(certainly_less(forward.delta(Real::exactly(high), Effort{40}).value, Ball(D, p)));
  }
}

// delta at this epsilon is exp(-10): computed by bisection in doubles with error functions.
TEST_CASE("epsilon at an irrational delta", "[quantities][epsilon][EPSILON-BETWEEN]") {
  const Real delta([](Bits p) { return exp(Ball(Rational(-10), p)); }, "exp(-10)");
  for (const char* text : {"gaussian(sigma=1)", "laplace(b=1)^3", "dp(epsilon=1,delta=1e-6)^2"}) {
    CAPTURE(text);
    PrivacyProfile profile(Composition::parse(text), Direction::worst);
    const Extended found = epsilon_at(profile, delta, Effort{15});
    REQUIRE_FALSE(found.is_infinite());
    CHECK(found->reached());
    // delta(x) is above exp(-10) slightly before and below it slightly beyond.
    const Ball D = exp(Ball(Rational(-10), Bits{128})), step = testing::ball("1e-9");
    CHECK(certainly_less(
        D, plumbline::delta(profile, Real::exactly((found->value() - step).lower()), Effort{15})
               .value()));
    CHECK(certainly_less(
        plumbline::delta(profile, Real::exactly((found->value() + step).upper()), Effort{15})
            .value(),
        D));
    // The enclosure contains both ends of a wide range of deltas.
    const Rational low = testing::number("1e-5"), high = testing::number("1e-4");
    const Extended wide = epsilon_between_deltas(profile, low, high, Effort{12});
    for (const Rational& end : {low, high}) {
      const Extended there = epsilon(profile, end, Effort{12});
      CHECK(wide->value().contains(there->value().midpoint()));
    }
  }
  PrivacyProfile profile(Composition::parse("gaussian(sigma=1)"), Direction::worst);
  const Real more([](Bits p) { return exp(Ball(Rational(1), p)); }, "exp(1)");
  CHECK_THROWS_WITH(
      epsilon_at(profile, more, Effort{15}),
      Catch::Contains("delta must be in (0, 1) where it is not rational, got exp(1)"));
}
