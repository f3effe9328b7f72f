/// Bounds from a few values of the transform, compared with engines that compute the answer.
#include "reference/engines/always_known.hpp"

#include "reference/engines/gaussian_above.hpp"
#include "reference/engines/transform_bounds.hpp"
#include "reference/quantities/moments.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "tests/support.hpp"

using namespace plumbline;

namespace {

constexpr Bits kBits{128};

Ball truth_of(const std::string& mechanism, bool reverse, const Real& t) {
  PrivacyProfile profile(Composition::parse(mechanism),
                         reverse ? Direction::reverse : Direction::forward);
  Effort effort;
  effort.digits = 8;
  return profile.delta(t, effort).value;
}

std::string random_mechanism(testing::Random& random) {
  const std::string sigma = testing::Random::text(random.log_uniform(0.3, 4)),
                    p = testing::Random::text(random.log_uniform(0.01, 0.5)),
                    n = std::to_string(random.integer(1, 200));
  switch (random.integer(0, 3)) {
    case 0:
      return "gaussian(sigma=" + sigma + ")^" + n;
    case 1:
      return "subsampled_gaussian(sigma=" + sigma + ",p=" + p + ")^" + n;
    case 2:
      return "laplace(b=" + sigma + ")^" + n + " * gaussian(sigma=3)";
    default:
      return "subsampled_laplace(b=" + sigma + ",p=" + p + ")^" + n;
  }
}

}  // namespace

TEST_CASE("bounds by the transform: the profile lies between them",
          "[engines][TILTED-TAILS][CHERNOFF]") {
  testing::Random random(31);
  int helpful = 0;
  for (int i = 0; i < testing::iterations(12); ++i) {
    const std::string mechanism = random_mechanism(random);
    const Composition composition = Composition::parse(mechanism);
    const bool reverse = random.integer(0, 1) == 1;
    const Composition::Location at = composition.approximate_location(reverse ? 0 : 1);
    const double mean = reverse ? -at.mean : at.mean;
    const Real t(Rational::from_binary64(mean + random.uniform(-1, 3) * at.deviation));
    CAPTURE(mechanism, reverse, t.text());
    TransformBounds bounds(composition, reverse);
    const Ball truth = truth_of(mechanism, reverse, t);
    CHECK_FALSE(certainly_less(truth, bounds.below(t, kBits)));
    const auto above = bounds.above(t, kBits);
    REQUIRE(above);
    CHECK_FALSE(certainly_less(*above, truth));
    helpful += certainly_positive(bounds.below(t, kBits)) ? 1 : 0;
  }
  CHECK(helpful >= 8);
}

TEST_CASE("bounds by the transform: a window that is too narrow says nothing",
          "[engines][TILTED-TAILS]") {
  // N(0,1) against N(1,1) tilted by 40 has mean 39.5 and deviation 1: the window contains almost none of it.
  TransformBounds bounds(Composition::parse("gaussian(sigma=1)"), false);
  const Real t(Rational::parse("39.45"));
  const Ball found = bounds.below(t, {40, 1, 1, 39.49, 39.51}, kBits);
  CHECK_FALSE(certainly_less(truth_of("gaussian(sigma=1)", false, t), found));
  // A wide window contains enough.
  CHECK(certainly_positive(bounds.below(t, {42, 2, 2, 39.5, 43.5}, kBits)));
}

TEST_CASE("bounds by the transform: invalid windows imply nothing", "[engines]") {
  TransformBounds bounds(Composition::parse("gaussian(sigma=1)"), false);
  const Real t(Rational(1));
  for (const TiltedWindow& at :
       {TiltedWindow{0.5, 1, 1, 2, 3}, TiltedWindow{2, 0, 1, 2, 3}, TiltedWindow{2, 1, 1, 0.5, 3},
        TiltedWindow{2, 1, 1, 3, 2}, TiltedWindow{2, 1, -1, 2, 3}}) {
    CHECK(bounds.below(t, at, kBits).is_exactly_zero());
  }
}

TEST_CASE("a Gaussian pair above: no profile exceeds it", "[engines][GAUSSIAN-ABOVE]") {
  testing::Random random(32);
  const std::vector<std::string> others = {
      "gaussian_mixture(sigma=2,shifts=[0,1,3],weights=[1/2,3/8,1/8])",
      "subsampled_gaussian(sigma=1,p=0.2,group=3)",
      "subsampled_gaussian(sigma=1,p=0.2,relation=replace)",
      "without_replacement(sigma=1,n=20,batch=3)", "randomized_response(epsilon=0.4)"};
  for (int i = 0; i < testing::iterations(12); ++i) {
    const auto other = static_cast<size_t>(random.integer(0, static_cast<int>(others.size()) - 1));
    const std::string mechanism = random_mechanism(random) + " * " + others[other];
    const Composition composition = Composition::parse(mechanism);
    const bool reverse = random.integer(0, 1) == 1;
    const Composition::Location at = composition.approximate_location(reverse ? 0 : 1);
    const double mean = reverse ? -at.mean : at.mean;
    const Real t(Rational::from_binary64(mean + random.uniform(-3, 3) * at.deviation));
    CAPTURE(mechanism, reverse, t.text());
    const auto above = GaussianAbove(composition).above(t, reverse, kBits);
    REQUIRE(above);
    CHECK_FALSE(certainly_less(*above, truth_of(mechanism, reverse, t)));
  }
}

TEST_CASE("a Gaussian pair above: it is the profile itself of Gaussian and of bounded products",
          "[engines][GAUSSIAN-ABOVE]") {
  const Real t(Rational(1));
  for (const bool reverse : {false, true}) {
    const std::string gaussian = "gaussian(sigma=3)^4 * gaussian(sigma=2)";
    const auto above = GaussianAbove(Composition::parse(gaussian)).above(t, reverse, kBits);
    REQUIRE(above);
    CHECK(overlaps(above->at(Bits{24}), truth_of(gaussian, reverse, t).at(Bits{24})));
    // Beyond all losses the profile is 0; at a very low threshold it is 1 - e^t.
    const Composition bounded =
        Composition::parse("laplace(b=2)^2 * randomized_response(epsilon=1)");
    CHECK(certainly_less(GaussianAbove(bounded).above(Real(Rational(2)), reverse, kBits).value(),
                         Ball(Rational::parse("1e-15"), kBits)));
    CHECK(certainly_less(GaussianAbove(bounded).above(Real(Rational(1)), reverse, kBits).value(),
                         Ball(Rational(2, 3), kBits)));
  }
  CHECK_FALSE(GaussianAbove(Composition::parse("skellam(mu=9)")).above(t, false, kBits));
}

TEST_CASE("always known: thousands of factors have an end where time ends at once", "[engines]") {
  const Effort none{6, [] { throw Interrupted(); }};
  std::string sampled, laplace;
  for (int i = 0; i < 5000; ++i) {
    const std::string more = (i == 0 ? "" : " * ");
    sampled += more + "subsampled_gaussian(sigma=" + std::to_string(1 + i * 1e-4) + ",p=0.01)";
    laplace += more + "laplace(b=" + std::to_string(1000 + i) + ")";
  }
  for (const std::string& mechanism : {sampled, laplace}) {
    PrivacyProfile profile(Composition::parse(mechanism), Direction::worst);
    const Extended found = epsilon(profile, Rational::parse("1e-5"), none);
    REQUIRE_FALSE(found.is_infinite());
    CHECK(printed_numbers(found.value(), 10).second);
  }
}

TEST_CASE("always known: an end is finite where time ends at once", "[engines]") {
  const Effort none{6, [] { throw Interrupted(); }};
  for (const char* mechanism : {"laplace(b=1)^1000000", "subsampled_gaussian(sigma=0.05,p=0.5)^3",
                                "subsampled_gaussian(sigma=1,p=0.01)^10000"}) {
    CAPTURE(mechanism);
    PrivacyProfile profile(Composition::parse(mechanism), Direction::worst);
    const Extended found = epsilon(profile, Rational::parse("1e-5"), none);
    REQUIRE_FALSE(found.is_infinite());
    const auto [low, high] = printed_numbers(found.value(), 10);
    REQUIRE(low);
    REQUIRE(high);
    CHECK(low->sign() > 0);
    CHECK(*high < *low * Rational(20));
  }
}

TEST_CASE("always known: noise on many integers has two ends", "[engines][slow]") {
  const auto composition = Composition::parse("skellam(mu=130.78,sensitivity=1050)^150");
  PrivacyProfile bounds(composition, Direction::worst, kAlwaysKnown);
  const Effort effort{1, [] {}};
  const Extended found = epsilon(bounds, Rational::parse("0.01"), effort);
  REQUIRE_FALSE(found.is_infinite());
  const auto [low, high] = printed_numbers(found.value(), 10);
  REQUIRE(low);
  REQUIRE(high);
  CHECK(*high < *low * Rational::parse("1.05"));
  // The Renyi divergence of order 2 bounds epsilon independently: 150 D_2 + log(1/delta).
  const Effort six{6, [] {}};
  const Extended order_two = renyi(composition, Rational(2), Direction::worst, six);
  REQUIRE_FALSE(order_two.is_infinite());
  const auto most = printed_numbers(*order_two, 10).second;
  REQUIRE(most);
  CHECK(*low < *most + Rational(5));
}
