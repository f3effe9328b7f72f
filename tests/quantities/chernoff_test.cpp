/// The Chernoff bound of the profile against the profile itself.
#include "reference/quantities/comparison/chernoff.hpp"

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
      const Ball truth = delta(profile, number(epsilon), {}).value;
      for (const bool moved : {false, true}) {
        const auto found = chernoff_delta(M, direction, number(epsilon), 0, moved);
        if (!found) continue;
        CHECK(certainly_at_most(truth, found->bound.ball(Bits{128})));
        if (direction != Direction::forward) continue;
        // Where the loss is nearly Gaussian it is off by about c sqrt(2 pi v), a few hundred.
        CHECK(found->log_bound < truth.log_approximate() + 12);
      }
    }
  }
}

TEST_CASE("chernoff_delta: G_mu, what is not tiny, and infinite losses", "[claims]") {
  // K(c) = e^{c(c-1)/2} for mu = 1: c(c-1)/2 - 20(c-1) + (c-1)log(c-1) - c log c is smallest at
  // c = 20.55.
  const Composition gaussian = Composition::parse("gaussian(sigma=1)");
  const auto found = chernoff_delta(gaussian, Direction::worst, Rational(20), -60, false);
  REQUIRE(found);
  CHECK(found->log_bound == Approx(-194.12).margin(0.05));
  CHECK_FALSE(chernoff_delta(gaussian, Direction::worst, Rational(1), -60, false));
  const Composition infinite = Composition::parse("approximate_dp(epsilon=1,delta=1e-40)");
  CHECK_FALSE(chernoff_delta(infinite, Direction::worst, Rational(20), -60, false));
  // Beyond the largest loss it falls for ever: some bound is found all the same.
  const Composition laplace = Composition::parse("laplace(b=1)");
  const auto beyond = chernoff_delta(laplace, Direction::worst, Rational(2), -60, false);
  REQUIRE(beyond);
  CHECK(beyond->log_bound < -900);
}
