/// Epsilons of few digits, as sweeps ask for them, beside those of many.
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
