/// In haste: two ends, each within a factor of two, where engines would need minutes for digits.
#include "reference/engines/haste.hpp"

#include <time.h>

#include <utility>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/engines/kept_time.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/quantities/refined/refined.hpp"
#include "reference/values/certified.hpp"
#include "reference/values/extended.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

TEST_CASE("haste: a mark that time is kept ends with the work that set it", "[haste][engines]") {
  {
    const LeavingPoll leaving([] {});
    set_time_is_kept(true);
  }
  CHECK_FALSE(time_is_kept());
}

namespace {

void check_ends(const Certified& found, const Rational& truth) {
  const auto [low, high] = printed_numbers(found, 10);
  REQUIRE(low);
  REQUIRE(high);
  CAPTURE(low->text(), high->text());
  CHECK(*low <= truth);
  CHECK(truth <= *high);
  CHECK(*low * Rational(2) >= truth);
  CHECK(*high <= truth * Rational(2));
}

Extended hasty_epsilon(const std::string& mechanism, const std::string& delta) {
  PrivacyProfile profile(Composition::parse(mechanism), Direction::worst);
  const InHaste haste;
  return epsilon(profile, Rational::parse(delta), Effort{1, [] {}});
}

}  // namespace

TEST_CASE("haste: both ends of epsilon are within a factor of two", "[engines][haste]") {
  const struct {
    const char *mechanism, *delta, *truth;
  } cases[] = {{"subsampled_gaussian(sigma=0.05,p=0.5)^3", "1e-5", "728.69"},
               {"subsampled_gaussian(sigma=0.1,p=0.01)^10", "1e-5", "160.18"},
               {"without_replacement(sigma=0.1,n=1000,batch=100)^100", "1e-6", "1305"},
               {"skellam(mu=130.78,sensitivity=1050)^150", "0.01", "299000"}};
  for (const auto& c : cases) {
    CAPTURE(c.mechanism);
    const Extended found = hasty_epsilon(c.mechanism, c.delta);
    REQUIRE_FALSE(found.is_infinite());
    check_ends(*found, Rational::parse(c.truth));
  }
}

TEST_CASE("haste: both ends of delta are within a factor of two", "[engines][haste]") {
  const struct {
    const char *mechanism, *epsilon, *truth;
  } cases[] = {{"subsampled_gaussian(sigma=0.05,p=0.5)^3", "700", "0.0001834355"},
               {"skellam(mu=1000000,sensitivity=100)^150", "1", "0.21112275"}};
  for (const auto& c : cases) {
    CAPTURE(c.mechanism);
    PrivacyProfile profile(Composition::parse(c.mechanism), Direction::worst);
    const InHaste haste;
    const Ball found = profile.delta(Real(Rational::parse(c.epsilon)), Effort{1, [] {}}).value;
    const Ball truth = ball(c.truth);
    CHECK(certainly_less(found.upper(), truth * 2));
    CHECK(certainly_less(truth, found.lower() * 2));
  }
}

TEST_CASE("haste: it ends with its scope", "[engines][haste]") {
  CHECK_FALSE(in_haste());
  set_time_is_kept(true);
  {
    const InHaste outer;
    CHECK_FALSE(time_is_kept());
    { const InHaste inner; }
    CHECK(in_haste());
  }
  CHECK_FALSE(in_haste());
}

namespace {

/// Returns the processor time of this thread in seconds.
double own_seconds_now() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::string distinct_steps(const std::string& name, const std::string& scale, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) {
    out += (i == 0 ? "" : " * ") + name + "(" + scale + "=" +
           (Rational(1) + Rational(i, 16384UL)).text() + ",p=1/100)";
  }
  return out;
}

/// Checks that an answer is a bound, and returns the time in seconds that it takes under a limit.
double seconds_of_answer(PrivacyProfile* profile, bool of_delta, double limit) {
  const double begin = own_seconds_now();
  const Effort effort{6, [&] {
                        if (own_seconds_now() - begin > limit) throw Interrupted();
                      }};
  if (of_delta) {
    CHECK(profile->delta(Real(Rational(1)), effort).value.is_finite());
  } else {
    CHECK_FALSE(epsilon(*profile, Rational::parse("1e-5"), effort).is_infinite());
  }
  return own_seconds_now() - begin;
}

}  // namespace

TEST_CASE("limits: an answer about twenty thousand different steps ends soon after its limit",
          "[engines][haste][slow]") {
  constexpr double kLimit = 0.2, kSoon = 0.2;
  for (const auto& [name, scale] :
       {std::pair("subsampled_gaussian", "sigma"), std::pair("subsampled_laplace", "b")}) {
    CAPTURE(name);
    PrivacyProfile profile(Composition::parse(distinct_steps(name, scale, 20000)),
                           Direction::worst);
    for (const bool of_delta : {true, false}) {
      CAPTURE(of_delta);
      double found = HUGE_VAL;
      // Other programs only increase the time: the test uses the shortest of up to three runs.
      for (int i = 0; i < 3 && !(found < kLimit + kSoon); ++i) {
        found = std::min(found, seconds_of_answer(&profile, of_delta, kLimit));
      }
      CHECK(found < kLimit + kSoon);
    }
  }
}
