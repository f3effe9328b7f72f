/// Trade-off functions between two heights, compared with those from thresholds, and of the correct size if they are
/// tiny.
#include "reference/quantities/tradeoff/curve_crossing.hpp"

#include "reference/quantities/quantities.hpp"
#include "reference/values/certified.hpp"
#include "tests/every.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

TEST_CASE("crossing: contains the trade-off function, and is not far from it",
          "[quantities][CROSSING-HEIGHT]") {
  for (const char* mechanism :
       {"gaussian(sigma=1)", "laplace(b=1)^3", "randomized_response(epsilon=1)^4",
        "subsampled_gaussian(sigma=1,p=0.2)^10", "gaussian(sigma=0.05)", "gaussian(sigma=0.01)",
        "approximate_dp(epsilon=1,delta=0.01)^2"}) {
    for (const Direction direction : kDirections) {
      for (const char* alpha : {"0.01", "0.3", "1e-9"}) {
        CAPTURE(mechanism, static_cast<int>(direction), alpha);
        PrivacyProfile profile(Composition::parse(mechanism), direction);
        const Ball truth = tradeoff(profile, number(alpha), Effort{10}).value();
        const Ball found = by_crossing(profile, number(alpha), Effort{}, false);
        REQUIRE(found.is_finite());
        CHECK(overlaps(found, truth));
        CHECK(certainly_at_most(found.upper(), truth.upper() * 1000));
        CHECK(certainly_at_most(truth.lower(), found.lower() * 1000));
        CHECK(overlaps(by_crossing(profile, number(alpha), Effort{}, true),
                       Ball::integer(1, Bits{128}) - truth));
      }
    }
  }
}
