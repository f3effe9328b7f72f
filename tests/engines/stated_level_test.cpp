/// The trade-off function of promises about Renyi divergences, compared with lines of the profile, with mechanisms,
/// and with tests that the promise excludes.
#include <cmath>

#include "reference/engines/stated/level_test.hpp"
#include "reference/engines/stated/test_search.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/certified.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;
using namespace plumbline::stated;

namespace {

constexpr Bits kP{256};

Test logits(double u, double v) { return {Ball::from_binary64(u, kP), Ball::from_binary64(v, kP)}; }

/// Returns the largest 1 - delta(t) - e^t alpha over t >= 0, in doubles: a search that halves its step if neither
/// side is higher.
double highest_line(PrivacyProfile& profile, double alpha) {
  const auto height = [&](double t) {
    const Ball delta = profile.delta(Real(Rational::from_binary64(t)), Effort{14}).value;
    return 1 - delta.approximate() - std::exp(t) * alpha;
  };
  double at = 1, best = height(at);
  for (double step = 1; step > 1e-6;) {
    const double before = at;
    for (const double near : {before - step, before + step}) {
      const double found = near < 0 ? best : height(near);
      if (found > best) best = found, at = near;
    }
    if (at == before) step /= 2;
  }
  return best;
}

Certified at_level(const std::string& text, const Rational& alpha, Direction direction,
                   int digits) {
  PrivacyProfile profile(Composition::parse(text), direction);
  return tradeoff(profile, alpha, Effort{digits});
}

}  // namespace

TEST_CASE("stated levels: a test that the order allows is not beyond the promise",
          "[engines][stated][PROMISED-LEVEL]") {
  const RenyiPromise promise{
      number("0"), number("0"), {number("2"), number("8")}, {number("0.1"), number("1")}};
  const double u = -1;
  const double v = largest_test(promise, u).v;
  for (const bool mirrored : {false, true}) {
    const PromisedOrder two{mirrored, false, ball("2"), ball("0.1")};
    CHECK_FALSE(is_beyond(promise, logits(u, v - 0.01), two, kP));
    CHECK_FALSE(is_beyond(promise, logits(u, u), two, kP));
    CHECK_FALSE(is_beyond(promise, logits(u, u - 3), two, kP));  // excluded, but below
  }
  CHECK((is_beyond(promise, logits(u, v + 0.01), {false, false, ball("2"), ball("0.1")}, kP) ||
         is_beyond(promise, logits(u, v + 0.01), {true, false, ball("2"), ball("0.1")}, kP)));
}

TEST_CASE("stated levels: the highest line of the profile is the curve",
          "[engines][stated][PROMISED-LEVEL][PROMISED-TEST]") {
  Random random(71);
  for (int i = 0; i < iterations(12); ++i) {
    const std::string rho = Random::text(random.log_uniform(0.01, 2)),
                      xi = Random::text(i % 2 == 0 ? 0 : random.uniform(0, 0.5));
    const std::string bound = Random::text(random.log_uniform(0.05, 2));
    const std::string text = i % 3 == 0 ? "rdp(orders=[2,6],bounds=[" + bound + "," + bound + "5])"
                                        : "zcdp(rho=" + rho + ",xi=" + xi + ")";
    // Levels for which the best t is at least 0, up to the fixed point.
    const double alpha = random.log_uniform(1e-5, 0.15);
    CAPTURE(text, alpha);
    const Rational level = Rational::from_binary64(alpha);
    PrivacyProfile profile(Composition::parse(text), Direction::forward);
    const Ball f = at_level(text, level, Direction::forward, 12).value();
    CHECK(f.relative_digits() >= 12);
    const double line = highest_line(profile, alpha);
    CHECK(f.upper().approximate() >= line * (1 - 1e-9));
    CHECK(f.approximate() == Approx(line).epsilon(1e-6));
  }
}

TEST_CASE("stated levels: one curve in all directions, and its own inverse",
          "[engines][stated][PROMISED-LEVEL]") {
  for (const char* text : {"zcdp(rho=1/2)", "zcdp(rho=1/10,xi=1/5)", "zcdp(rho=1e-4)",
                           "rdp(orders=[1/2,2,32],bounds=[0.05,0.1,3])", "zcdp(rho=40)"}) {
    for (const char* alpha : {"1e-30", "1e-6", "0.2", "0.7", "0.999"}) {
      CAPTURE(text, alpha);
      const Ball f = at_level(text, number(alpha), Direction::forward, 20).value();
      check_meet(f, at_level(text, number(alpha), Direction::worst, 20).value(), 18);
      if (number(alpha) < number("1e-20")) continue;  // f equals 1 to all digits
      const Ball back = at_level(text, decimal_near(f, 24), Direction::reverse, 16).value();
      CHECK(std::fabs(back.approximate() / number(alpha).approximate() - 1) < 1e-9);
    }
  }
}

TEST_CASE("stated levels: a mass that keeps nothing, and samples", "[engines][stated]") {
  const Ball plain = at_level("zcdp(rho=1/2)", number("0.1"), Direction::worst, 12).value();
  // The exact value is (1 - d) f(alpha/(1 - d)).
  const Ball apart =
      at_level("zcdp(rho=1/2,delta0=1/4)", number("0.075"), Direction::worst, 12).value();
  check_meet(apart, plain * 3 / 4, 12);
  const Ball sampled =
      at_level("subsampled(zcdp(rho=1/2),p=1/4)", number("0.1"), Direction::forward, 12).value();
  check_meet(sampled, plain / 4 + ball("0.675"), 12);
  // The other direction is the inverse function, computed by another path.
  const Ball inverse =
      at_level("subsampled(zcdp(rho=1/2),p=1/4)", decimal_near(sampled, 12), Direction::reverse, 4)
          .value();
  CHECK(std::fabs(inverse.approximate() - 0.1) < 1e-4);
  PrivacyProfile profile(Composition::parse("zcdp(rho=1/2)"), Direction::forward);
  check_meet(reconstruction(profile, number("0.1"), Effort{12}).value(),
             Ball::integer(1, kP) - plain, 11);
}
