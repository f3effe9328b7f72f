/// Infinity, represented in the same way by all quantities that may be infinite.
#include "reference/values/extended.hpp"

#include "reference/channels/channel_values.hpp"
#include "reference/quantities/moments.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/regions/tv_intersection.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::number;

namespace {

/// Checks that a value is infinite and that reading its number throws with this reason.
void check_infinite(const Extended& value, const std::string& why) {
  CHECK(value.is_infinite());
  CHECK_FALSE(value);
  CHECK(value.why().find(why) != std::string::npos);
  CHECK_THROWS_AS(value.value(), std::invalid_argument);
  CHECK_THROWS_WITH(value.value(), value.why());
}

Extended epsilon_of(const std::string& mechanism, Direction direction, const char* D) {
  PrivacyProfile profile(Composition::parse(mechanism), direction);
  return epsilon(profile, number(D), Effort{12});
}

}  // namespace

TEST_CASE("extended values: a number, and infinity with its reason", "[quantities][extended]") {
  const Extended number_of = any_probability("some");
  CHECK_FALSE(number_of.is_infinite());
  CHECK(number_of);
  CHECK(number_of->engine() == "some");
  CHECK(&*number_of == &number_of.value());
  CHECK(number_of.why().empty());
  // An undecided number is not infinite.
  CHECK_FALSE(Extended(nothing_known()).is_infinite());
  Extended other = Extended::infinity("it is");
  check_infinite(other, "it is");
  other = number_of;
  CHECK(other->engine() == "some");
  other = Extended::infinity("again");
  check_infinite(other, "again");
}

TEST_CASE("extended values: epsilon at, below and above the mass of infinite loss",
          "[quantities][extended][infinite]") {
  const std::string pair = "approximate_dp(epsilon=1,delta=1e-5)";
  for (const Direction d : {Direction::forward, Direction::reverse, Direction::worst}) {
    check_infinite(epsilon_of(pair, d, "9e-6"), "no finite epsilon");
    CHECK(epsilon_of(pair, d, "1e-5")->value().contains(Rational(1)));
    CHECK(epsilon_of(pair, d, "2e-5"));
    check_infinite(epsilon_of(pair + " * gaussian(sigma=1)", d, "1e-5"), "no finite epsilon");
  }
  check_infinite(epsilon_of(pair, Direction::worst, "0"), "no finite epsilon");
  CHECK_THROWS_AS(epsilon_of(pair, Direction::worst, "-1e-9"), std::invalid_argument);
}

TEST_CASE("extended values: divergences, regions and channels", "[quantities][extended]") {
  const Composition leaky = Composition::parse("approximate_dp(epsilon=1,delta=0.1)");
  const Composition finite = Composition::parse("gaussian(sigma=1)");
  const Effort effort{12};
  for (const char* order : {"1", "2"}) {
    check_infinite(renyi(leaky, number(order), Direction::worst, effort), "Renyi divergence");
    CHECK(renyi(finite, number(order), Direction::worst, effort));
  }
  check_infinite(max_divergence(finite, Direction::worst, effort), "unbounded");
  check_infinite(moments(leaky, true, effort).v2, "infinite with positive probability");

  const Rational one(1);
  const ComposedTv region({{Real(one), Real(number("0.1")), Real(number("0.3")), 2}});
  check_infinite(region_epsilon(region, number("0.1"), effort), "no epsilon");
  check_infinite(intersection_epsilon({region}, number("0.1"), effort), "no epsilon");
  CHECK(region_epsilon(region, number("0.3"), effort));

  const std::vector<Real> sure{Real(one), Real(Rational(0))},
      fair{Real(Rational(1, 2)), Real(Rational(1, 2))};
  const Channel zero({sure, fair});
  const LocalPrivacy local = local_privacy(zero);
  check_infinite(certified_epsilon(local, 12), "epsilon is infinite");
  check_infinite(contraction_bound_by_epsilon(local, 12), "epsilon is infinite");
  const ConvexFunction kl = convex_function("kl");
  check_infinite(largest_between_rows(zero, kl, 12), "divergence is infinite");
  check_infinite(divergence_bound(local, kl, 12), "divergence is infinite");
  check_infinite(divergence_of_laws(kl, fair, sure, 12), "divergence is infinite");
  CHECK(divergence_of_laws(kl, sure, fair, 12));
}
