/// The smallest mu such that the Gaussian mechanism of mu is at most as private as another mechanism.
#include "reference/quantities/refined/gaussian_fit.hpp"

#include <chrono>
#include <cmath>

#include "reference/quantities/quantities.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

constexpr Bits kBits{160};

Certified fit(const std::string& mechanism, const GaussianRange& range, int digits,
              Direction direction = Direction::worst) {
  PrivacyProfile profile(Composition::parse(mechanism), direction);
  return gaussian_fit(profile, range, Effort{digits}).mu.value();
}

GaussianRange floored(const std::string& at) { return {number(at), {}, {}}; }
GaussianRange allowed(const std::string& so_much) { return {{}, number(so_much), {}}; }
GaussianRange level(const std::string& alpha) { return {{}, {}, number(alpha)}; }

/// Returns the mu with G_mu(alpha) = y.
Ball through(const Rational& alpha, const Ball& y) {
  return -(normal_quantile(Ball(alpha, kBits)) + normal_quantile(y));
}

}  // namespace

TEST_CASE("Gaussian fit: known values", "[quantities][gdp][slow]") {
  const std::string steps = "subsampled_gaussian(sigma=9.4,p=0.328)^2000";
  // At single levels of the worst curve; expected values computed independently.
  CHECK(fit(steps, level("0.3"), 7).value().approximate() == Approx(1.56182).epsilon(4e-6));
  CHECK(fit(steps, level("1e-10"), 7).value().approximate() == Approx(1.56847).epsilon(4e-6));
  CHECK(fit(steps, level("1e-30"), 7).value().approximate() == Approx(1.57486).epsilon(4e-6));
  // In the forward direction the left end requires the largest mu, so the range requires the same mu as its end.
  const Ball end = fit(steps, level("1e-10"), 10, Direction::forward).value();
  check_meet(fit(steps, floored("1e-10"), 10, Direction::forward).value(), end, 10);
  // A range requires at least the mu of each level in it.
  const Ball range = fit(steps, floored("0.3"), 7).value();
  CHECK(certainly_less(fit(steps, level("0.3"), 7).value(), range));
  CHECK(certainly_less(range, fit(steps, floored("1e-10"), 7).value()));
}

TEST_CASE("Gaussian fit: of a Gaussian, and of randomized response, in closed form",
          "[quantities][gdp][GAUSSIAN-FIT]") {
  for (const GaussianRange& range : {floored("1e-20"), floored("0.4")}) {
    const Certified mu = fit("gaussian(sigma=3)^7", range, 12);
    CHECK(mu.reached());
    check_meet(mu.value(), sqrt(ball("7", kBits)) / 3, 12);
  }
  // The kink alone determines the fit; there both errors are 1/(1+e).
  const Ball kink = Ball::integer(1, kBits) / (exp(ball("1", kBits)) + 1);
  const Ball truth = -(normal_quantile(kink) * 2);
  for (const Direction direction : {Direction::worst, Direction::forward, Direction::reverse}) {
    const Certified mu = fit("randomized_response(epsilon=1)", floored("1e-6"), 10, direction);
    CHECK(mu.reached());
    check_meet(mu.value(), truth, 10);
  }
  // The kink is outside the range: an end of the range decides, on the line 1 - e alpha.
  const Rational end = number("0.3");
  const Ball y = (Ball::integer(1, kBits) - Ball(end, kBits)) * exp(ball("-1", kBits));
  check_meet(fit("randomized_response(epsilon=1)", floored("0.3"), 10).value(), through(end, y),
             10);
}

TEST_CASE("Gaussian fit: compared with values of the trade-off function",
          "[quantities][gdp][GAUSSIAN-FIT][slow]") {
  Random random(931);
  for (const char* mechanism :
       {"laplace(b=1)", "subsampled_gaussian(sigma=2,p=0.1)^100", "discrete_laplace(b=2)^4",
        "gaussian(sigma=2) * randomized_response(epsilon=0.5)"}) {
    for (const bool within : {false, true}) {
      CAPTURE(mechanism, within);
      const Rational so_much = number(within ? "1e-4" : "0");
      const Certified mu = fit(mechanism, within ? allowed("1e-4") : floored("1e-3"), 8);
      CHECK(mu.reached());
      PrivacyProfile profile(Composition::parse(mechanism), Direction::worst);
      Ball most(kBits);
      for (int i = 0; i < iterations(24); ++i) {
        double share = i == 0 ? 1e-3 : i == 1 ? 0.999 : random.uniform(1e-3, 0.999);
        if (within && i % 2 == 0) share = std::pow(10.0, random.uniform(-7, -1));
        const Rational alpha = Rational::from_binary64(share);
        const Ball y = tradeoff(profile, alpha, Effort{9}).value().at(kBits) + Ball(so_much, kBits);
        if (!certainly_less(y, Ball::integer(1, kBits))) continue;
        most = max(most, through(alpha, y));
      }
      // No level requires a larger mu, and one of the many levels requires almost the same.
      CHECK_FALSE(certainly_less(mu.value(), most));
      CHECK(most.approximate() > 0.93 * mu.value().approximate());
    }
  }
}

TEST_CASE("Gaussian fit: where there is none, and what is refused", "[quantities][gdp]") {
  PrivacyProfile leaky(Composition::parse("approximate_dp(epsilon=1,delta=0.01)"),
                       Direction::worst);
  CHECK(gaussian_fit(leaky, floored("1e-3"), Effort{8}).mu.is_infinite());
  CHECK_FALSE(gaussian_fit(leaky, floored("0.02"), Effort{8}).mu.is_infinite());
  CHECK_FALSE(gaussian_fit(leaky, allowed("0.02"), Effort{8}).mu.is_infinite());
  for (const GaussianRange& bad : {floored("0"), floored("0.5"), allowed("0"), allowed("1"),
                                   level("0"), level("1"), GaussianRange{}}) {
    CHECK_THROWS_AS(gaussian_fit(leaky, bad, Effort{8}), std::invalid_argument);
  }
  CHECK(fit("perfectly_private()", floored("1e-3"), 8).value().contains_zero());
}

TEST_CASE("Gaussian fit: lines of few digits, where time ends among them", "[.][night]") {
  // With fourier each line of this mechanism has approximately four digits, at any time limit.
  const Ball truth = fit("laplace(b=2)^3", floored("1e-3"), 15).value();
  REQUIRE(truth.relative_digits() > 15);
  PrivacyProfile profile(Composition::parse("laplace(b=2)^3"), Direction::worst, "fourier");
  for (const double seconds : {8., 12.}) {
    CAPTURE(seconds);
    const auto start = std::chrono::steady_clock::now();
    const Effort effort{21, [&] {
                          const std::chrono::duration<double> spent =
                              std::chrono::steady_clock::now() - start;
                          if (spent.count() > seconds) throw Interrupted();
                        }};
    CHECK(overlaps(gaussian_fit(profile, floored("1e-3"), effort).mu->value(), truth));
  }
}
