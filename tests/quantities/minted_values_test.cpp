/// The functions that compute certified values from others, each compared with a known result.
#include "reference/arithmetic/contradiction.hpp"
#include "reference/mechanisms/laplace/staircase_density.hpp"
#include "reference/quantities/closed/exact_delta.hpp"
#include "reference/quantities/closed/gaussian_mu.hpp"
#include "reference/quantities/comparison/chernoff.hpp"
#include "reference/quantities/comparison/comparison.hpp"
#include "reference/quantities/epsilon/epsilon_ends.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/regions/tv_region.hpp"
#include "reference/values/larger.hpp"
#include "reference/values/mint.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::ball;
using plumbline::testing::number;

namespace {

using Text = std::pair<std::string, std::string>;

Certified known(const std::string& x, bool reached = true) {
  return Mint::value(ball(x), "test", {}, reached);
}

PrivacyProfile profile(const std::string& mechanism, Direction d = Direction::worst) {
  return PrivacyProfile(Composition::parse(mechanism), d);
}

}  // namespace

TEST_CASE("minted values: limits are kept, and contradicted where the value lies beyond",
          "[quantities][minting]") {
  const Certified wide = Mint::value(Ball::hull(ball("-1"), ball("3")), "test", {}, true);
  CHECK(printed_bounds(limited(wide, Rational(0)), 5).first == "0");
  CHECK_FALSE(limited(wide, Rational(0)).most());
  CHECK(printed_bounds(limited(wide, {}, Rational(2)), 5).second == "2");
  CHECK_THROWS_AS(limited(known("-1e-30"), Rational(0)), Contradiction);
  CHECK_THROWS_AS(limited(known("2"), {}, number("1.9")), Contradiction);
  CHECK_NOTHROW(limited(known("0"), Rational(0), Rational(0)));
  CHECK_THROWS_AS(within(known("2"), Rational(0), Rational(1)), Contradiction);
  const Text any = printed_bounds(any_probability("none"), 5);
  CHECK(number(any.first) == Rational(0));
  CHECK(number(any.second) == Rational(1));
  CHECK(printed_bounds(nothing_known(), 5) == Text("-inf", "inf"));
  CHECK_FALSE(nothing_known().reached());
}

TEST_CASE("minted values: the larger of two, and their difference", "[quantities][minting]") {
  const Certified a = known("0.25"), b = known("0.5", false);
  CHECK(larger(a, b).value().contains(number("0.5")));
  CHECK_FALSE(larger(a, b).reached());
  CHECK(larger(a, b, 20).reached());  // an exact maximum reaches all digits
  CHECK(difference(a, b).value().contains(number("-0.25")));
  CHECK_FALSE(difference(a, b).reached());
  CHECK(difference(a, a).reached());
}

TEST_CASE("minted values: epsilon between comparisons", "[quantities][minting]") {
  const Certified e = epsilon_between(number("1"), number("1.5"), "test", 3);
  const Text ends = printed_bounds(e, 6);
  CHECK(number(ends.first) == Rational(1));
  CHECK(number(ends.second) == number("1.5"));
  CHECK_FALSE(e.reached());
  CHECK(epsilon_between(Rational(0), Rational(0), "test", 10).reached());
  CHECK_THROWS_AS(epsilon_between(number("1.5"), number("1"), "test", 3), Contradiction);
  CHECK(nonnegative_part(known("-3")).value().is_exactly_zero());
  CHECK(nonnegative_part(known("2")).value().contains(number("2")));
  CHECK(printed_bounds(nonnegative_part(nothing_known()), 5) == Text("0", "inf"));
}

TEST_CASE("minted values: delta as a rational beyond the largest finite loss",
          "[quantities][minting]") {
  PrivacyProfile plain = profile("approximate_dp(epsilon=1,delta=0.05)");
  const auto beyond = exact_delta(plain, Rational(2), 15);
  REQUIRE(beyond);
  CHECK(beyond->exact == number("0.05"));
  CHECK(beyond->value.value().contains(number("0.05")));
  CHECK(beyond->value.reached());
  CHECK_FALSE(exact_delta(plain, number("0.5"), 15));
  PrivacyProfile gaussian = profile("gaussian(sigma=1)");
  CHECK_FALSE(exact_delta(gaussian, Rational(100), 15));
}

TEST_CASE("minted values: a Chernoff bound as a range", "[quantities][minting]") {
  const Composition composition = Composition::parse("gaussian(sigma=1)");
  const auto bound = chernoff_delta(composition, Direction::worst, Rational(4), 0, false);
  REQUIRE(bound);
  const Certified range = certified_range(*bound);
  PrivacyProfile of(composition, Direction::worst);
  CHECK(range.value().contains(delta(of, Rational(4), Effort{20}).value()));
  CHECK(range.engine() == kChernoff);
  CHECK(printed_bounds(range, 5).first == "0");
}

TEST_CASE("minted values: mu of Gaussian products", "[quantities][minting]") {
  const auto mu = gaussian_mu(Composition::parse("gaussian(sigma=2)^12 * gaussian(sigma=1)"), 20);
  REQUIRE(mu);
  CHECK(mu->value().contains(Rational(2)));  // sqrt(12/4 + 1)
  CHECK(mu->reached());
  CHECK_FALSE(gaussian_mu(Composition::parse("laplace(b=1)"), 20));
}

TEST_CASE("minted values: the staircase density has total mass one", "[quantities][minting]") {
  const Rational epsilon(1), gamma(3, 10);
  Ball sum(Bits{256});
  constexpr long kLevels = 200;
  for (long k = 0; k < kLevels; ++k) {  // both sides of the centre
    sum = sum + staircase_density(epsilon, gamma, k, 40).value() * Ball(gamma, Bits{256}) * 2;
    sum = sum + staircase_density(epsilon, gamma, k + 1, 40).value() *
                    Ball(Rational(1) - gamma, Bits{256}) * 2;
  }
  CHECK((sum - ball("1")).magnitude().log_approximate() < -80);  // the remainder is e^-200
  CHECK(staircase_density(epsilon, gamma, 3, 40).reached());
}

TEST_CASE("minted values: crossings are counted, numbered and turned into priors",
          "[quantities][minting]") {
  PrivacyProfile g = profile("gaussian(sigma=1)"), l = profile("laplace(b=1)");
  const Comparison c = compare(g, l, Effort{20});
  CHECK(crossing_count(c, "test", 20).value().contains(Rational(2)));
  const Certified first = certified_crossing(c, 1, "test", 20);
  const Certified second = certified_crossing(c, 2, "test", 20);
  CHECK(overlaps(first.value(), -second.value()));
  CHECK_THROWS_AS(certified_crossing(c, 3, "test", 20), std::invalid_argument);
  const Certified prior = crossing_prior(first, 20);
  CHECK(prior.reached() == first.reached());
  CHECK((prior.value() - ball("0.4185393766370136923963262058288823171795"))
            .magnitude()
            .log_approximate() < -40);
}

TEST_CASE("minted values: the lines of Theorem 2 end where the trade-off function touches them",
          "[regions][minting]") {
  const ComposedTv composed({{Real(Rational(1)), Real(Rational(0)), Real(Rational(1, 4)), 3}});
  const auto middle = region_line(composed, 0, Effort{20});
  REQUIRE(middle.size() == 2);
  const Ball tv = region_answers(composed, {0}, {}, Effort{20}).total_variation.value();
  CHECK(overlaps(middle[0].type_two.value(), ball("1") - tv));  // slope -1: both ends are equal
  CHECK(overlaps(middle[1].type_one.value(), ball("1") - tv));
  CHECK(middle[0].type_one.value().is_exactly_zero());
  const auto steep = region_line(composed, 2, Effort{20});
  REQUIRE(steep.size() == 4);
  CHECK(overlaps(steep[1].type_one.value() * exp(ball("2")), steep[0].type_two.value()));
  CHECK(overlaps(steep[2].type_one.value(), steep[0].type_two.value()));
  CHECK(overlaps(steep[3].type_two.value(), steep[1].type_one.value()));
  // Each of the lines is below the trade-off function.
  const auto f = region_answers(composed, {}, {Rational(1, 4)}, Effort{20}).tradeoff.at(0);
  const Ball at = steep[0].type_two.value() - exp(ball("2")) * ball("1/4");
  CHECK_FALSE(certainly_less(f.value(), at));
}

TEST_CASE("minted values: the total variations alone, in two ways", "[regions][minting]") {
  const ComposedTv composed({{Real(Rational(1)), Real(Rational(0)), Real(Rational(1, 4)), 3}});
  const Certified closed = closed_worst_total_variation(composed, 25);
  CHECK(closed.value().contains(Rational(37, 64)));
  CHECK(overlaps(closed.value(), region_worst_total_variation(composed, 25).value()));
}
