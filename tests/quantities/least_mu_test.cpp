/// The smallest mu of products of Gaussian steps, and steps without a closed form.
#include "reference/quantities/conversion/least_mu.hpp"

#include <cmath>

#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

std::optional<Certified> mu_of(const std::string& text) {
  return least_mu(Composition::parse(text), Effort{12});
}

/// Returns delta of mu-GDP, in doubles (Dong, Roth, Su 2022, Corollary 2.13).
double gaussian_delta(double mu, double epsilon) {
  const auto phi = [](double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; };
  return phi(-epsilon / mu + mu / 2) - std::exp(epsilon) * phi(-epsilon / mu - mu / 2);
}

double delta_of(const std::string& text, double epsilon) {
  PrivacyProfile profile(Composition::parse(text), Direction::worst);
  return delta(profile, Real(Rational::from_binary64(epsilon)), Effort{9}).value().approximate();
}

}  // namespace

TEST_CASE("least mu: a product of Gaussian steps is mu-GDP, and of no smaller mu",
          "[UNSAMPLED-GDP]") {
  Random random(317);
  for (int i = 0; i < iterations(6); ++i) {
    const std::string sigma = Random::text(random.uniform(0.5, 3)),
                      p = Random::text(random.uniform(0.2, 0.95)),
                      other = Random::text(random.uniform(1, 3));
    const std::string step = i % 2 == 0 ? "subsampled_gaussian(sigma=" + sigma + ",p=" + p + ")"
                                        : "gaussian(sigma=" + sigma + ")";
    const std::string text = step + "*gaussian(sigma=" + other + ")";
    const double mu = mu_of(text)->value().approximate();
    CAPTURE(text, mu);
    for (const double epsilon : {0.1, 1.0, 3.0}) {
      CHECK(delta_of(text, epsilon) <= gaussian_delta(mu, epsilon) * (1 + 1e-9));
    }
    // A smaller mu fails at large epsilon, where delta of the sampled steps is a constant times that of the others.
    const double less = 0.8 * mu, far = 25 * mu;
    CHECK(delta_of(text, far) > gaussian_delta(less, far));
  }
}

TEST_CASE("least mu: discrete Gaussian noise has none in closed form", "[UNSAMPLED-GDP]") {
  CHECK_FALSE(mu_of("discrete_gaussian(sigma=1)"));
  CHECK_FALSE(mu_of("gaussian(sigma=1)*discrete_gaussian(sigma=1)"));
  CHECK_FALSE(mu_of("laplace(b=1)"));
  CHECK(mu_of("gaussian(sigma=2)^16")->value().contains(Ball(Rational(2), Bits{64})));
}
