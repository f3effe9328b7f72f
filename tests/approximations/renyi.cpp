#include <algorithm>

#include "reference/engines/engine.hpp"
#include "tests/approximations/helpers.hpp"
#include "verify/approximations/steps/loss_transform.hpp"

using namespace plumbline;
using namespace plumbline::approximations;

namespace {

LossTransform<double> transform(const std::string& mechanism, double reach) {
  return {step_laws(Composition::parse(mechanism)), reach};
}

}  // namespace

TEST_CASE("loss transform: subsampled gaussians at integer orders", "[approximations][renyi]") {
  // E_P[w^a] = sum_k binom(a, k) (1-p)^{a-k} p^k e^{mu^2 k (k-1) / 2}.
  const double p = 0.1, mu = 0.5;
  for (const int a : {2, 5, 12}) {
    double sum = 0, binomial = 1;
    for (int k = 0; k <= a; ++k) {
      sum +=
          binomial * std::pow(1 - p, a - k) * std::pow(p, k) * std::exp(mu * mu * k * (k - 1) / 2);
      binomial *= static_cast<double>(a - k) / (k + 1);
    }
    const auto K = transform("subsampled_gaussian(sigma=2,p=0.1)^7", 20).at(a);
    CHECK(K.value == Approx(7 * std::log(sum)).epsilon(1e-12));
  }
}

TEST_CASE("loss transform: laplace in closed form, with derivatives", "[approximations][renyi]") {
  // E_P[e^{sL}] = (e^{-s} + e^{s-1})/2 + (e^{s-1} - e^{-s}) / (2 (2s - 1)) at mu = 1.
  const auto exact = [](double s) {
    return std::log((std::exp(-s) + std::exp(s - 1)) / 2 +
                    (std::exp(s - 1) - std::exp(-s)) / (2 * (2 * s - 1)));
  };
  const auto K = transform("laplace(b=1)", 50);
  for (const double s : {-3.0, 0.2, 2.5, 30.0}) {
    CAPTURE(s);
    const auto k = K.at(s);
    const double h = 1e-3;
    CHECK(k.value == Approx(exact(s)).epsilon(1e-13));
    CHECK(k.first == Approx((exact(s + h) - exact(s - h)) / (2 * h)).epsilon(1e-5));
    CHECK(k.second == Approx((exact(s + h) - 2 * exact(s) + exact(s - h)) / (h * h)).epsilon(1e-4));
    const auto up = K.at(s + h), down = K.at(s - h);
    CHECK(k.third == Approx((up.second - down.second) / (2 * h)).epsilon(1e-4).margin(1e-9));
    CHECK(k.fourth == Approx((up.third - down.third) / (2 * h)).epsilon(1e-4).margin(1e-9));
  }
}

TEST_CASE("renyi: gaussians in closed form", "[approximations][renyi]") {
  // D_a = a/2 for G_1. Classic conversion: min over the tested orders of a/2 + log(1e5)/(a-1), attained near a = 1 +
  // sqrt(2 log 1e5) = 5.8: at 5.8 in the list.
  const double classic = 2.9 + std::log(1e5) / 4.8;
  const auto direction = GENERATE(Direction::forward, Direction::reverse, Direction::worst);
  const auto r =
      run("renyi_classic", request("gaussian(sigma=4)^16", "epsilon", "1e-5", direction));
  CHECK(r.value == Approx(classic).epsilon(1e-12));
  CHECK(r.precision == "long double");
  // Improved conversion at any order a: D_a + log((a-1)/a) - (log 1e-5 + log a)/(a-1).
  double improved = 1e9;
  for (int k = 11; k < 110; ++k) {
    const double a = k / 10.0;
    improved = std::min(improved,
                        a / 2 + std::log((a - 1) / a) - (std::log(1e-5) + std::log(a)) / (a - 1));
  }
  CHECK(run("renyi", request("gaussian(sigma=4)^16", "epsilon", "1e-5", direction)).value ==
        Approx(improved).epsilon(1e-12));
}

TEST_CASE("renyi: the label of a published training run", "[approximations][renyi]") {
  // The label of jax_privacy's imagenet_nf_resnet_50_eps8.py is 8, by Renyi accounting (docs/papers, E37); the exact
  // value is 7.440.
  const std::string mechanism = "subsampled_gaussian(sigma=2.5,p=16384/1281167)^71589";
  const auto r = run("renyi", request(mechanism, "epsilon", "8e-7", Direction::worst));
  CHECK(r.value > 7.9);
  CHECK(r.value < 7.9982);
}

TEST_CASE("renyi: an upper bound in every direction, the improved one tighter",
          "[approximations][renyi][slow]") {
  const std::string mechanism =
      "subsampled_gaussian(sigma=1,p=0.1)^20 * laplace(b=10)^3 * subsampled_laplace(b=2,p=0.2)^5";
  const auto engine = plan(Composition::parse(mechanism), "auto");
  const Rational e = Rational::parse("2");
  const double forward = static_cast<double>(truth(*engine, Question::delta, e, 8));
  const double reverse =
      std::exp(2.0) * static_cast<double>(truth(*engine, Question::excess, -e, 8));
  for (const auto& [direction, exact] : {std::pair{Direction::forward, forward},
                                         {Direction::reverse, reverse},
                                         {Direction::worst, std::max(forward, reverse)}}) {
    const auto classic = run("renyi_classic", request(mechanism, "delta", "2", direction));
    const auto improved = run("renyi", request(mechanism, "delta", "2", direction));
    CAPTURE(exact, classic.value, improved.value);
    CHECK(exact < improved.value);
    CHECK(improved.value < classic.value);
    CHECK(improved.value < 20 * exact);
    REQUIRE(improved.band);
    CHECK(improved.band->second == improved.value);
    CHECK(relative_error(HighPrecision(improved.value), high(improved)) < 1e-10);
  }
}

TEST_CASE("renyi: what is refused", "[approximations][renyi]") {
  using Catch::Contains;
  const auto refusal = [](const ApproximationRequest& r) {
    return find_approximation("renyi").refusal(r);
  };
  CHECK_THAT(refusal(request("gaussian(sigma=1)", "tradeoff", "0.1")), Contains("does not answer"));
  CHECK_THAT(refusal(request("staircase(epsilon=1,gamma=0.5)", "delta", "1")),
             Contains("no formula"));
  ApproximationRequest r = request("gaussian(sigma=1)", "delta", "1");
  r.options = {{"max_order", Rational(1)}};
  CHECK_THAT(refusal(r), Contains("max_order"));
}
