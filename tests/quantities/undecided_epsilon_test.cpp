/// Epsilon if delta is undecided near it: a decided point farther away gives an end.
#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/extended.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

TEST_CASE("epsilon: where delta has few digits near it, both ends are found further out",
          "[quantities][epsilon][slow]") {
  // In reverse, delta is only known as an interval from 0 above some epsilon: the lower end is 28.6, and without a
  // search farther out there was no upper end.
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
    // delta of a fresh profile confirms both ends: it exceeds D at the lower end and is at most D at the upper end.
    PrivacyProfile fresh(Composition::parse("random_allocation(sigma=0.1,t=1000)"),
                         Direction::reverse);
    const Ball limit(Rational::parse(D), Bits{128});
    CHECK(certainly_at_most(delta(fresh, *high, Effort{6}).value(), limit));
    CHECK_FALSE(certainly_less(delta(fresh, *low, Effort{6}).value(), limit));
  }
}
