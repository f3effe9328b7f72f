/// epsilon at delta = 0: the largest loss.
#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/extended.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

Extended pure(const std::string& text, Direction direction = Direction::worst) {
  PrivacyProfile profile(Composition::parse(text), direction);
  return epsilon(profile, number("0"), Effort{15});
}

}  // namespace

TEST_CASE("epsilon: at delta = 0 it is the largest loss", "[quantities][epsilon]") {
  const auto is = [](const char* text, const char* value, Direction direction = Direction::worst) {
    CAPTURE(text);
    const Ball found = pure(text, direction).value().value();
    CHECK(overlaps(found, ball(value)));
    CHECK(found.relative_digits() >= 15);
  };
  is("randomized_response(epsilon=14,k=2925)", "14");
  is("laplace(b=2)^10", "5");
  is("dp(epsilon=1/2)^3 * laplace(b=1)", "2.5");
  is("finite(P=[1/2,1/2],Q=[1/4,3/4])", "0.40546510810816438197801311546434913657",
     Direction::forward);
  is("finite(P=[1/2,1/2],Q=[1/4,3/4])", "0.69314718055994530941723212145817656807",
     Direction::reverse);
  is("finite(P=[1/2,1/2],Q=[1/4,3/4])", "0.69314718055994530941723212145817656807");
  CHECK(pure("perfectly_private()").value().value().contains(number("0")));
}

TEST_CASE("epsilon: at delta = 0 there is none where losses have no end", "[quantities][epsilon]") {
  const auto why = [](const char* text, Direction direction = Direction::worst) {
    const Extended found = pure(text, direction);
    CAPTURE(text);
    REQUIRE(found.is_infinite());
    return found.why();
  };
  CHECK(why("gaussian(sigma=1)").find("the loss is unbounded") != std::string::npos);
  CHECK(why("laplace(b=1) * gaussian(sigma=1)").find("unbounded") != std::string::npos);
  CHECK(why("zcdp(rho=1)").find("unbounded") != std::string::npos);
  CHECK(why("approximate_dp(epsilon=1,delta=1e-9)").find("infinite with probability") !=
        std::string::npos);
  // Losses of a sampled step are bounded on one side only.
  const char* const sampled = "subsampled_gaussian(sigma=1,p=0.5)";
  CHECK(why(sampled, Direction::forward).find("unbounded") != std::string::npos);
  CHECK(overlaps(pure(sampled, Direction::reverse).value().value(),
                 ball("0.69314718055994530941723212145817656807")));
}
