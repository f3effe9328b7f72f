#include "reference/quantities/quantities.hpp"

#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/divergence.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/values/extended.hpp"
#include "reference/values/mint.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::ball;
using plumbline::testing::number;

namespace {

PrivacyProfile profile(const std::string& mechanism, Direction d = Direction::worst) {
  return PrivacyProfile(Composition::parse(mechanism), d);
}

/// Returns G_mu(alpha) = Phi(Phi^{-1}(1 - alpha) - mu).
Ball gaussian_tradeoff(const Ball& mu, const Ball& alpha) {
  return normal_cdf(-normal_quantile(alpha) - mu);
}

}  // namespace

TEST_CASE("tradeoff: gaussian against G_mu",
          "[quantities][tradeoff][CONCAVE-MAXIMUM][TEST-BRACKET][WORST-CURVE]") {
  testing::Random random(41);
  for (int i = 0; i < testing::iterations(60); ++i) {
    const std::string sigma = testing::Random::text(random.log_uniform(0.2, 20));
    const std::string alpha = i % 3 == 0 ? testing::Random::text(random.log_uniform(1e-30, 0.5))
                                         : testing::Random::text(random.uniform(0.001, 0.999));
    const Direction d = static_cast<Direction>(i % 3);
    CAPTURE(sigma, alpha, i % 3);
    PrivacyProfile g = profile("gaussian(sigma=" + sigma + ")", d);
    const Ball truth = gaussian_tradeoff(ball("1/" + sigma), ball(alpha));
    testing::check_meet(tradeoff(g, number(alpha), Effort{15}).value(), truth, 15);
    PrivacyProfile forward = profile("gaussian(sigma=" + sigma + ")", Direction::forward);
    const Ball gamma = normal_survival(-normal_quantile(ball(alpha)) - ball("1/" + sigma));
    testing::check_meet(reconstruction(forward, number(alpha), Effort{15}).value(), gamma, 15);
  }
}

TEST_CASE("tradeoff: laplace against its three pieces",
          "[quantities][tradeoff][CONCAVE-MAXIMUM][TEST-BRACKET][WORST-CURVE]") {
  // f(a) = 1 - a e^mu, e^-mu/(4a), (1-a) e^-mu: Kaissis et al. 2023, Corollary 1.
  testing::Random random(42);
  for (int i = 0; i < testing::iterations(60); ++i) {
    const std::string b = testing::Random::text(random.log_uniform(0.3, 10));
    const Rational alpha(random.integer(1, 9999), 10000UL);
    const Ball mu = ball("1/" + b), a(alpha, Bits{256}), half = ball("0.5");
    const Ball first = exp(-mu) / 2;
    const Ball truth = certainly_less(a, first)  ? ball("1") - a * exp(mu)
                       : certainly_less(half, a) ? (ball("1") - a) * exp(-mu)
                                                 : exp(-mu) / (a * 4);
    CAPTURE(b, alpha.text());
    PrivacyProfile l = profile("laplace(b=" + b + ")", static_cast<Direction>(i % 3));
    testing::check_meet(tradeoff(l, alpha, Effort{15}).value(), truth, 15);
  }
  PrivacyProfile sharp = profile("laplace(b=1/3)");
  testing::check_meet(tradeoff(sharp, number("1e-20"), Effort{50}).value(),
                      ball("1") - ball("1e-20") * exp(ball("3")), 50);
}

TEST_CASE("tradeoff and rero: the end points", "[quantities][tradeoff]") {
  PrivacyProfile g = profile("subsampled_gaussian(sigma=1,p=0.1)^50");
  CHECK(overlaps(tradeoff(g, Rational(0), Effort{}).value(), ball("1")));
  CHECK(tradeoff(g, Rational(1), Effort{}).value().is_exactly_zero());
  CHECK(reconstruction(g, Rational(0), Effort{}).value().is_exactly_zero());
  CHECK(bayes_error(g, Rational(0), Effort{}).value().is_exactly_zero());
  CHECK(bayes_error(g, Rational(1), Effort{}).value().is_exactly_zero());
  for (const char* bad : {"-0.1", "1.0001"}) {
    CHECK_THROWS_AS(tradeoff(g, number(bad), Effort{}), std::invalid_argument);
    CHECK_THROWS_AS(reconstruction(g, number(bad), Effort{}), std::invalid_argument);
    CHECK_THROWS_AS(bayes_error(g, number(bad), Effort{}), std::invalid_argument);
  }
  for (const char* bad : {"1", "-1", "2"}) {
    CHECK_THROWS_AS(epsilon(g, number(bad), Effort{}), std::invalid_argument);
  }
  CHECK(epsilon(g, Rational(0), Effort{}).is_infinite());  // its loss is unbounded
}

TEST_CASE("printed values: outward, and inside what the quantity can be",
          "[quantities][printing]") {
  const auto printed = [](const Ball& x, const char* least, const char* most) {
    return printed_bounds(within(Mint::value(x, "", {}, true), number(least), number(most)), 4);
  };
  using Text = std::pair<std::string, std::string>;
  CHECK(printed(ball("0.5"), "0", "1") == Text("0.5000", "0.5000"));
  CHECK(printed(Ball::hull(ball("-1e-9"), ball("0.25")), "0", "1").first == "0");
  CHECK(printed(Ball::hull(ball("0.9"), ball("1.5")), "0", "1").second == "1");
  CHECK(printed(Ball::hull(ball("0.1"), ball("0.4")), "0", "1/3") == Text("0.09999", "0.3334"));
  CHECK(printed(Ball::indeterminate(Bits{64}), "0", "1") == Text("0", "1"));
  // Values outside the range of the parser of numbers.
  const Ball tiny = exp(ball("-1e7")), huge = exp(ball("1e7"));
  CHECK(printed(tiny, "0", "1").first.find("e-") != std::string::npos);
  CHECK(printed(Ball::hull(-tiny, tiny), "0", "1").first == "0");
  CHECK(printed(Ball::hull(tiny, huge), "0", "1").second == "1");
  // Certainly outside the interval: an error.
  CHECK_THROWS_AS(printed(-tiny, "0", "1"), Contradiction);
  CHECK_THROWS_AS(printed(huge, "0", "1"), Contradiction);
  CHECK_THROWS_AS(printed(ball("0.34"), "0", "1/3"), Contradiction);
  CHECK_THROWS_AS(enclosed_between(ball("0.2"), ball("0.1"), "a number"), Contradiction);
}

TEST_CASE("printed values: as numbers they are what the texts say", "[quantities][printing]") {
  const Ball tiny = exp(ball("-1e7"));
  for (const Ball& x : {ball("0.5"), ball("1/3"), Ball::hull(ball("-1e-9"), ball("0.25")),
                        Ball::hull(ball("0.6"), ball("1.5")), Ball::indeterminate(Bits{64}),
                        Ball::hull(-tiny, tiny)}) {
    for (const char* most : {"1", "2/3"}) {
      const Certified value = within(Mint::value(x, "", {}, true), Rational(0), number(most));
      const auto [lower, upper] = printed_bounds(value, 4);
      const auto [low, high] = printed_numbers(value, 4);
      CAPTURE(lower, upper);
      REQUIRE(low);
      CHECK(*low == number(lower));
      if (upper.find("e-4") == std::string::npos) {
        REQUIRE(high);
        CHECK(*high == number(upper));
      } else {
        CHECK_FALSE(high);  // beyond the range of the parser
      }
    }
  }
  const auto [low, high] =
      printed_numbers(Mint::value(Ball::indeterminate(Bits{64}), "", {}, false), 4);
  CHECK((!low && !high));
}

TEST_CASE("known values: total variation, Bayes error, epsilon", "[quantities]") {
  PrivacyProfile g = profile("gaussian(sigma=1)"), l = profile("laplace(b=1)");
  testing::check_meet(total_variation(g, Effort{25}).value(), erf(ball("1") / sqrt(ball("8"))), 25);
  testing::check_meet(total_variation(l, Effort{25}).value(), ball("1") - exp(ball("-1/2")), 25);
  testing::check_meet(bayes_error(g, number("1/2"), Effort{25}).value(), normal_cdf(ball("-1/2")),
                      25);
  testing::check_meet(bayes_error(l, number("1/2"), Effort{25}).value(), exp(ball("-1/2")) / 2, 25);
  // delta_laplace(eps) = 1 - e^{-(mu - eps)/2}.
  testing::check_meet(epsilon(l, number("0.1"), Effort{25})->value(),
                      ball("1") + log(ball("0.9")) * 2, 25);
  // delta = TV at eps = 0: the enclosure converges to zero.
  const Certified zero = *epsilon(l, number("0.39346934028736657640"), Effort{15});
  CHECK(zero.value().contains(Rational(0)) == false);
  CHECK(zero.value().magnitude().log_approximate() < -40);
  // A delta above the total variation gives a negative epsilon.
  testing::check_meet(epsilon(l, number("0.5"), Effort{20})->value(),
                      ball("1") + log(ball("0.5")) * 2, 20);
}

TEST_CASE("divergence: gaussian against laplace, both ways", "[quantities][divergence][CELL]") {
  PrivacyProfile g = profile("gaussian(sigma=1)"), l = profile("laplace(b=1)");
  const Divergence a = divergence(g, l, Effort{25}), b = divergence(l, g, Effort{25});
  // At pi = 1/2: Phi(-1/2) - e^{-1/2}/2.
  testing::check_meet(a.value.value(), normal_cdf(ball("-1/2")) - exp(ball("-1/2")) / 2, 25);
  CHECK(a.prior.contains(number("1/2")));
  // At the kink of laplace's Bayes error, pi = 1/(1+e).
  const Ball kink = ball("1") / (ball("1") + exp(ball("1")));
  const Ball x = ball("1/2") - ball("1");  // both errors at odds e^{-1}
  const Ball gaussian_R = kink * normal_survival(x) + (ball("1") - kink) * normal_cdf(x - 1);
  testing::check_meet(b.value.value(), abs(kink - gaussian_R), 25);
  CHECK(overlaps(b.prior, kink));
}

TEST_CASE("divergence: dominance, equality and the definition by shifts",
          "[quantities][divergence][CELL][slow]") {
  PrivacyProfile noisy = profile("gaussian(sigma=2)"), clear = profile("gaussian(sigma=1)");
  // More noise gives more privacy: R of sigma = 2 is larger, and the divergence in this order is 0.
  const Ball none = divergence(clear, noisy, Effort{15}).value.value();
  CHECK(none.contains(Rational(0)));
  CHECK(none.magnitude().log_approximate() < -68);
  PrivacyProfile same = profile("gaussian(sigma=1)^4"), twin = profile("gaussian(sigma=0.5)");
  CHECK(divergence(same, twin, Effort{15}).value.value().is_exactly_zero());
  // f(a + k) - k <= f~(a) for all a is true for k = Delta and false for slightly smaller k.
  PrivacyProfile g = profile("gaussian(sigma=1)"), l = profile("laplace(b=1)");
  const Ball delta = divergence(l, g, Effort{15}).value.value();
  const Rational above = number(delta.decimal_bounds(14).second), below = above - number("1e-12");
  int violations = 0;
  for (int i = 1; i < 400; ++i) {
    const Rational a(i, 1000UL);
    if (a + above > Rational(1)) break;
    const Ball right = tradeoff(g, a, Effort{15}).value();
    const Ball left = tradeoff(l, a + above, Effort{15}).value() - Ball(above, Bits{128});
    CHECK(certainly_at_most(left, right.upper()));
  }
  // The maximiser of R is a tangent point: the shifted curve touches at a* + k. The test searches near it.
  for (int i = 0; i < 2000; ++i) {
    const Rational a = Rational(30 + i / 10, 1000UL) + Rational(i % 10, 10000UL);
    const Ball right = tradeoff(g, a, Effort{15}).value();
    const Ball left = tradeoff(l, a + below - number("1e-3"), Effort{15}).value() -
                      Ball(below - number("1e-3"), Bits{128});
    violations += certainly_less(right, left);
  }
  CHECK(violations > 0);
}

TEST_CASE("divergence: no prior on a grid exceeds it", "[quantities][divergence][CELL]") {
  testing::Random random(43);
  for (int i = 0; i < testing::iterations(12); ++i) {
    const auto mechanism = [&] {
      const std::string s = testing::Random::text(random.log_uniform(0.5, 3));
      return random.integer(0, 1) == 0 ? "gaussian(sigma=" + s + ")" : "laplace(b=" + s + ")";
    };
    const std::string first = mechanism(), second = mechanism();
    const Direction d = static_cast<Direction>(i % 3);
    PrivacyProfile a = profile(first, d), b = profile(second, d);
    const Divergence found = divergence(a, b, Effort{12});
    CAPTURE(first, second, i % 3);
    CHECK(found.value.reached());
    Ball best(Bits{128});
    for (int k = 1; k < 200; ++k) {
      const Rational pi(k, 200UL);
      const Ball gap =
          bayes_error(a, pi, Effort{15}).value() - bayes_error(b, pi, Effort{15}).value();
      CHECK(certainly_at_most(gap.lower(), found.value.value().upper()));
      best = max(best, gap);
    }
    // R is 1-Lipschitz, so a grid of spacing 1/200 has an error of at most 1/200.
    CHECK(found.value.value().approximate() <= best.approximate() + 1.0 / 200);
  }
}

TEST_CASE("trade-off at a kink, where the curve's slope jumps, comes from either side",
          "[quantities][TEST-BRACKET]") {
  // Type I errors at which a deterministic test is optimal: exact rational points of the curve.
  struct Point {
    const char *mechanism, *alpha, *f;
  };
  for (const Point& k : {Point{"finite(P=[0.5,0.3,0.2],Q=[0.2,0.3,0.5])", "0.2", "0.5"},
                         Point{"finite(P=[0.5,0.3,0.2],Q=[0.2,0.3,0.5])", "0.5", "0.2"},
                         Point{"finite(P=[0.25,0.75],Q=[0.75,0.25])^2", "0.0625", "0.4375"},
                         Point{"finite(P=[0.25,0.75],Q=[0.75,0.25])^2", "0.4375", "0.0625"}}) {
    CAPTURE(k.mechanism, k.alpha);
    PrivacyProfile profile(Composition::parse(k.mechanism), Direction::forward);
    const Ball f = tradeoff(profile, number(k.alpha), Effort{12}).value();
    const Ball gamma = reconstruction(profile, number(k.alpha), Effort{12}).value();
    CHECK(f.relative_digits() >= 12);
    CHECK(gamma.relative_digits() >= 12);
    CHECK(f.contains(number(k.f)));
    CHECK(gamma.contains(Rational(1) - number(k.f)));
  }
}

TEST_CASE("Few rare steps at high alpha: profiles serve where tails do not",
          "[quantities][tradeoff][fourier][slow]") {
  // Near the smallest loss the lines of tails do not converge, but those of the profile do.
  const Composition rare = Composition::parse("subsampled_gaussian(sigma=1,p=1e-4)^2");
  PrivacyProfile profile(rare, Direction::forward, "fourier"),
      witness(rare, Direction::forward, "direct");
  const Rational alpha = number("0.999");
  const Certified f = tradeoff(profile, alpha, Effort{15});
  const Certified gamma = reconstruction(profile, alpha, Effort{15});
  CHECK(f.reached());
  CHECK(gamma.reached());
  testing::check_meet(f.value(), tradeoff(witness, alpha, Effort{15}).value(), 15);
  testing::check_meet(gamma.value(), reconstruction(witness, alpha, Effort{15}).value(), 15);
}
