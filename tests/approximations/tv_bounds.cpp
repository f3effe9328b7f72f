#include <algorithm>

#include "tests/approximations/helpers.hpp"

using namespace plumbline;
using namespace plumbline::approximations;

TEST_CASE("bounds on total variation: gaussians in closed form", "[approximations][tv]") {
  // For G_mu both KL divergences are mu^2/2, the Bhattacharyya coefficient is e^{-mu^2/8}, and so is e^{-C}.
  for (const int mu : {1, 2, 3}) {
    const ApproximationRequest r =
        request("gaussian(sigma=1)^" + std::to_string(mu * mu), "tv", "0");
    const double kl = mu * mu / 2.0, affinity = std::exp(-mu * mu / 8.0);
    const double pinsker = std::sqrt(kl / 2), huber = std::sqrt(1 - std::exp(-kl));
    CHECK(run("kl_tv", r).value == Approx(std::min(pinsker, huber)).epsilon(1e-12));
    const ApproximationResult chernoff = run("chernoff_tv", r);
    CHECK(chernoff.value == Approx(std::sqrt(1 - affinity * affinity)).epsilon(1e-12));
    REQUIRE(chernoff.band);
    CHECK(chernoff.band->first == Approx(1 - affinity).epsilon(1e-12));
  }
}

TEST_CASE("bounds on total variation: the smaller KL divergence counts", "[approximations][tv]") {
  // The two KL divergences of a sampled Gaussian differ. The Riemann sums below are accurate to rounding.
  const double p = 0.3, sigma = 0.7;
  double forward = 0, reverse = 0;
  const double h = 1e-3;
  for (double x = -12; x < 12; x += h) {
    const double density = std::exp(-x * x / (2 * sigma * sigma)) / (sigma * std::sqrt(2 * M_PI));
    const double ratio = 1 - p + p * std::exp((2 * x - 1) / (2 * sigma * sigma));
    forward -= h * density * std::log(ratio);
    reverse += h * density * ratio * std::log(ratio);
  }
  REQUIRE(forward < reverse);
  const double found =
      run("kl_tv", request("subsampled_gaussian(sigma=0.7,p=0.3)", "tv", "0")).value;
  CHECK(found ==
        Approx(std::min(std::sqrt(forward / 2), std::sqrt(1 - std::exp(-forward)))).epsilon(1e-8));
}

TEST_CASE("bounds on total variation: contain the certified value", "[approximations][tv]") {
  const auto mechanism =
      GENERATE("subsampled_gaussian(sigma=1,p=0.01)^100", "laplace(b=2)^10",
               "subsampled_laplace(b=1,p=0.1)^5", "gaussian(sigma=3)^4*laplace(b=5)^3");
  CAPTURE(mechanism);
  const ApproximationRequest r = request(mechanism, "tv", "0");
  const auto engine = plan(r.composition, "auto");
  const double exact = static_cast<double>(truth(*engine, Question::delta, Rational(0), 12));
  for (const char* method : {"kl_tv", "chernoff_tv"}) {
    const ApproximationResult result = run(method, r);
    REQUIRE(result.band);
    CHECK(result.band->first <= exact);
    CHECK(exact <= result.band->second);
  }
}
