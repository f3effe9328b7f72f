/// Calibration of integers of which larger ones are more private, and of noise with very small losses.
#include "reference/arithmetic/numbers/number.hpp"
#include "reference/quantities/calibration/calibration.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::ball;
using plumbline::testing::number;

namespace {

using Measure = PrivacyTarget::Measure;

Calibration find(const std::string& family, const PrivacyTarget& target, int digits = 12) {
  return calibrate(Family(family, ""), target, Direction::worst, "auto", Effort{digits});
}

}  // namespace

TEST_CASE("calibrate: the smallest number of trials of binomial noise",
          "[calibrate][quantities][slow]") {
  // The total variation of Bin(n, 1/2) and its shift by one is the largest mass, C(n, n/2)/2^n.
  const auto variation = [](unsigned long n) {
    Rational mass(1);
    for (unsigned long i = 1; i <= n; ++i) mass = mass * Rational(1, 2);
    for (unsigned long i = 1; i <= n / 2; ++i) {
      mass = mass * Rational(static_cast<long>(n - n / 2 + i)) / Rational(static_cast<long>(i));
    }
    return mass;
  };
  for (const std::string goal : {"0.1", "0.2", "0.3124"}) {
    CAPTURE(goal);
    unsigned long n = 1;
    while (variation(n) > number(goal)) ++n;
    const Calibration c = find("binomial(n=?)", {Measure::advantage, Rational(0), number(goal)});
    CHECK(c.value.reached());
    CHECK(c.value.value().is_exact());
    CHECK(c.safe == Rational(static_cast<long>(n)));
    CHECK(c.value.least() == c.safe);
    CHECK(c.value.most() == c.safe);
  }
}

TEST_CASE("calibrate: losses far below a double's rounding of log K", "[calibrate][quantities]") {
  // So much noise that a thousand steps are Gaussian to nine digits: mu^2 is the sum of the squares of p/sigma.
  const Calibration c = find("subsampled_gaussian(sigma=?,p=0.01)^1000",
                             {Measure::delta, Rational(0), number("1e-5")});
  CHECK(c.value.reached());
  const Ball gaussian = ball("0.01") * sqrt(ball("1000")) * ball("0.5") /
                        normal_quantile((ball("1") + ball("1e-5")) / 2);
  CHECK(std::fabs((c.value.value() / gaussian - 1).approximate()) < 1e-7);
}
