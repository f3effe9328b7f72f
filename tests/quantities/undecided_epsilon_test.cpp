/// Epsilon where nothing is decided near it: what is decided further out is an end of it.
#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/extended.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

TEST_CASE("epsilon: where delta has few digits near it, both ends are found further out",
          "[quantities][epsilon][slow]") {
  // In reverse delta is known as an interval from 0 on from some epsilon on: the lower end is 28.6, and without the
  // search further out there was no upper one.
  for (const char* D : {"1e-6", "1e-12"}) {
    CAPTURE(D);
    PrivacyProfile profile(Composition::parse("random_allocation(sigma=0.1,t=1000)"),
                           Direction::reverse);
    const Extended found = epsilon(profile, Rational::parse(D), Effort{6});
    REQUIRE_FALSE(found.is_infinite());
    REQUIRE(found->value().is_finite());
    CHECK_FALSE(found->reached());
    const auto [low, high] = found->value().decimal_ends(25);
    REQUIRE(low);
    REQUIRE(high);
    CHECK(Rational(28) < *low);
    CHECK(*high < Rational(40));
    // The ends are what delta says there, of a fresh profile: above D at the lower one, not above at the upper one.
    PrivacyProfile fresh(Composition::parse("random_allocation(sigma=0.1,t=1000)"),
                         Direction::reverse);
    const Ball limit(Rational::parse(D), Bits{128});
    CHECK(certainly_at_most(delta(fresh, *high, Effort{6}).value(), limit));
    CHECK_FALSE(certainly_less(delta(fresh, *low, Effort{6}).value(), limit));
  }
}
