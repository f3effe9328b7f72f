/// The Chernoff bound of the profile, compared with the profile itself.
#include "reference/quantities/comparison/chernoff.hpp"

#include "reference/quantities/quantities.hpp"
#include "reference/values/certified.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

TEST_CASE("CHERNOFF-DELTA bounds the profile, and not absurdly", "[CHERNOFF-DELTA][claims]") {
  Random random(7);
  for (int i = 0; i < iterations(12); ++i) {
    const std::string sigma = Random::text(random.log_uniform(1, 3));
    const std::string p = Random::text(random.log_uniform(0.1, 0.5));
    const std::string N = std::to_string(random.integer(100, 300));
    const std::string epsilon = Random::text(random.log_uniform(1, 12));
    const Composition M =
        Composition::parse("subsampled_gaussian(sigma=" + sigma + ",p=" + p + ")^" + N);
    for (const Direction direction : {Direction::forward, Direction::reverse, Direction::worst}) {
      CAPTURE(M.expression(), epsilon, direction_name(direction));
      PrivacyProfile profile(M, direction);
      const Ball truth = delta(profile, number(epsilon), {}).value();
      for (const bool moved : {false, true}) {
        const auto found = chernoff_delta(M, direction, number(epsilon), 0, moved);
        if (!found) continue;
        CHECK(certainly_at_most(truth, found->bound.ball(Bits{128})));
        if (direction != Direction::forward) continue;
        // If the loss is nearly Gaussian, the bound is too large by a factor of approximately c sqrt(2 pi v), several
        // hundred.
        CHECK(found->log_bound < truth.log_approximate() + 12);
      }
    }
  }
}

TEST_CASE("chernoff_delta: G_mu, what is not tiny, and infinite losses", "[claims]") {
  // For mu = 1, K(c) = e^{c(c-1)/2}: c(c-1)/2 - 20(c-1) + (c-1)log(c-1) - c log c is smallest at c = 20.55.
  const Composition gaussian = Composition::parse("gaussian(sigma=1)");
  const auto found = chernoff_delta(gaussian, Direction::worst, Rational(20), -60, false);
  REQUIRE(found);
  CHECK(found->log_bound == Approx(-194.12).margin(0.05));
  CHECK_FALSE(chernoff_delta(gaussian, Direction::worst, Rational(1), -60, false));
  const Composition infinite = Composition::parse("approximate_dp(epsilon=1,delta=1e-40)");
  CHECK_FALSE(chernoff_delta(infinite, Direction::worst, Rational(20), -60, false));
  // Beyond the largest loss the bound decreases without limit: the function still returns some bound.
  const Composition laplace = Composition::parse("laplace(b=1)");
  const auto beyond = chernoff_delta(laplace, Direction::worst, Rational(2), -60, false);
  REQUIRE(beyond);
  CHECK(beyond->log_bound < -900);
}

TEST_CASE("chernoff_delta: what is wanted decides whether there is a bound, not which",
          "[claims]") {
  Random random(23);
  int absent = 0;
  for (int i = 0; i < iterations(40); ++i) {
    const std::string sigma = Random::text(random.log_uniform(0.5, 6));
    const std::string p = Random::text(random.log_uniform(1e-4, 0.5));
    const std::string N = std::to_string(random.integer(1, 3000));
    const Composition M =
        Composition::parse("subsampled_gaussian(sigma=" + sigma + ",p=" + p + ")^" + N);
    const Rational epsilon = number(Random::text(random.log_uniform(0.05, 12)));
    const double wanted = -random.log_uniform(1, 200);
    for (const Direction direction : {Direction::forward, Direction::reverse, Direction::worst}) {
      CAPTURE(M.expression(), epsilon.text(), direction_name(direction), wanted);
      const auto any = chernoff_delta(M, direction, epsilon, HUGE_VAL, false);
      const auto found = chernoff_delta(M, direction, epsilon, wanted, false);
      REQUIRE(any);
      if (found) {
        CHECK(found->log_bound == any->log_bound);
      } else {
        CHECK(any->log_bound > wanted - 1e-6 * (1 - wanted));
        ++absent;
      }
    }
  }
  CHECK(absent > 10);
}

TEST_CASE("log_delta_slope is near the slope of log delta", "[claims]") {
  Random random(29);
  for (int i = 0; i < iterations(12); ++i) {
    const std::string sigma = Random::text(random.log_uniform(0.8, 3));
    const std::string p = Random::text(random.log_uniform(0.05, 0.5));
    const std::string N = std::to_string(random.integer(50, 500));
    const Composition M =
        Composition::parse("subsampled_gaussian(sigma=" + sigma + ",p=" + p + ")^" + N);
    for (const Direction direction : {Direction::forward, Direction::reverse}) {
      PrivacyProfile profile(M, direction);
      // Far above the mean, where the order of the grid equals that of delta itself.
      const auto location = profile.approximate_location();
      const double x = std::fabs(location.mean) + 4 * location.deviation, h = 1e-3 * x;
      CAPTURE(M.expression(), x, direction_name(direction));
      const auto log_delta = [&](double at) {
        return delta(profile, Rational::from_binary64(at), {}).value().log_approximate();
      };
      const auto slope = log_delta_slope(M, direction, x);
      REQUIRE(slope);
      const double truth = (log_delta(x + h) - log_delta(x - h)) / (2 * h);
      CHECK(truth < 0);
      CHECK(*slope / truth > 0.6);
      CHECK(*slope / truth < 1.5);
    }
  }
  CHECK_FALSE(log_delta_slope(Composition::parse("approximate_dp(epsilon=1,delta=1e-40)"),
                              Direction::forward, 1));
}
