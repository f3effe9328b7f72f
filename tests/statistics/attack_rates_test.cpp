/// Bounds of the true positive rate from single values of a pair, compared with the whole trade-off function.
#include "reference/statistics/attack_rates.hpp"

#include <cmath>

#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/certified.hpp"
#include "reference/values/extended.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

TEST_CASE("attack rates: no attack has a larger true positive rate than a value implies",
          "[ATTACK-RATES]") {
  constexpr Bits kBits{128};
  const Effort effort{12};
  for (const char* text :
       {"gaussian(sigma=1)", "laplace(b=0.7)^2", "subsampled_gaussian(sigma=1,p=0.2)^5",
        "finite(P=[0.6,0.3,0.1],Q=[0.2,0.3,0.5])"}) {
    PrivacyProfile profile(Composition::parse(text), Direction::worst);
    const auto upper_of = [](const Extended& x) { return *x->most(); };
    const Rational at = number("0.3"), level = number("0.05");
    const Rational delta_there = upper_of(delta(profile, Real(at), effort));
    const Rational distance = upper_of(delta(profile, Real(Rational(0)), effort));
    const Rational power = Rational(1) - *tradeoff(profile, level, effort).least();
    for (const Rational& x : {number("0.0001"), number("0.01"), number("0.05"), number("0.3"),
                              number("0.8"), number("1")}) {
      const Ball largest = Ball::integer(1, kBits) - tradeoff(profile, x, effort).value();
      CAPTURE(text, x.text());
      CHECK_FALSE(certainly_less(rate_by_guarantee(at, delta_there, x, kBits), largest));
      CHECK_FALSE(certainly_less(rate_by_distance(distance, x, kBits), largest));
      CHECK_FALSE(certainly_less(rate_by_power(level, power, x, kBits), largest));
    }
  }
  // The bounds are tight: pure epsilon at a small rate, and the power at its own level.
  const Rational x = number("0.1");
  CHECK(rate_by_guarantee(Rational(1), Rational(0), x, kBits).approximate() ==
        Approx(0.1 * std::exp(1.0)).epsilon(1e-12));
  CHECK(rate_by_power(x, number("0.25"), x, kBits).approximate() == Approx(0.25));
  // Gaussian noise has power 0 at rate 0 and more at every other rate.
  const Rational none(0);
  CHECK(rate_by_power(none, none, none, kBits).approximate() == Approx(0));
  CHECK(rate_by_power(none, none, x, kBits).approximate() == Approx(1));
}
