/// Parameters beyond the range or resolution of doubles: the answer may be wide, but it is correct and is returned
/// without a time limit.
#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/certified.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

TEST_CASE("Absurd scales: an answer, at once, that contains the limit", "[scales][slow]") {
  // The limits: everything is revealed with probability 1 - 0.9^3; nothing is revealed; total variations combine to 1
  // - (1 - eta)^4 if epsilon is infinite.
  struct Case {
    const char *mechanism, *low, *high;
  };
  const Case cases[] = {
      {"subsampled_laplace(b=1e-400,p=0.1)^3", "0.271", "0.271"},
      {"subsampled_laplace(b=1e-300,p=0.1)^3", "0.271", "0.271"},
      {"subsampled_laplace(b=1e-30,p=0.1)^3", "0.271", "0.271"},
      {"subsampled_laplace(b=1e100,p=0.1)^1000", "0", "1e-90"},
      {"subsampled_gaussian(sigma=1e-400,p=0.1)^1000", "0.9999999999", "1"},
      {"subsampled_gaussian(sigma=1e-30,p=0.1)^1000", "0.9999999999", "1"},
      {"subsampled_gaussian(sigma=1e30,p=0.1)^1000", "0", "1e-27"},
      {"subsampled_gaussian(sigma=1e400,p=0.1)^3", "0", "1e-90"},
      {"total_variation_dp(epsilon=1e-9999,delta=0,eta=1e-10000)^4", "0", "1e-9000"},
      {"total_variation_dp(epsilon=1e9999,delta=0,eta=0.5)^4", "0.9375", "0.9375"},
      {"laplace(b=1e-30)^2 * gaussian(sigma=1)", "0.99", "1"},
  };
  for (const Case& one : cases) {
    CAPTURE(one.mechanism);
    PrivacyProfile profile(Composition::parse(one.mechanism), Direction::forward);
    const Certified value = delta(profile, Rational(0), Effort{10});
    const auto [lower, upper] = printed_bounds(value, 20);
    CHECK(number(lower) <= number(one.high));
    CHECK(number(upper) >= number(one.low));
  }
}
