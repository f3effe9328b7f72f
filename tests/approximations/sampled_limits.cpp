#include "reference/quantities/privacy_profile.hpp"
#include "reference/questions/registry.hpp"
#include "reference/values/extended.hpp"
#include "tests/approximations/helpers.hpp"

using namespace plumbline;
using namespace plumbline::approximations;

namespace {

ApproximationRequest with_samples(const std::string& mechanism, const std::string& quantity,
                                  const std::string& at, long samples, long seed) {
  ApproximationRequest r = request(mechanism, quantity, at, Direction::forward);
  r.options = {{"samples", Rational(samples)}, {"seed", Rational(seed)}};
  r.double_only = true;
  return r;
}

double certified_value(const std::string& mechanism, const std::string& quantity,
                       const std::string& at) {
  PrivacyProfile profile(Composition::parse(mechanism), Direction::forward);
  return required_profile_quantity(quantity)
      .compute(profile, Rational::parse(at), Effort{10})
      ->value()
      .approximate();
}

/// Returns the number of seeds for which the band does not contain the value.
int misses(const std::string& mechanism, const std::string& quantity, const std::string& at,
           long samples, int seeds) {
  const double exact = certified_value(mechanism, quantity, at);
  int out = 0;
  for (long seed = 1; seed <= seeds; ++seed) {
    const auto r = run("sampled_limits", with_samples(mechanism, quantity, at, samples, seed));
    REQUIRE(r.band);
    CHECK(r.band->first <= r.band->second);
    out += r.band->first <= exact && exact <= r.band->second ? 0 : 1;
  }
  return out;
}

/// Returns the mean of the estimates of Algorithm 1, each from 'samples' samples.
double mean_of_algorithm_1(const std::string& mechanism, const std::string& kappa, long samples,
                           int seeds) {
  double sum = 0;
  for (long seed = 1; seed <= seeds; ++seed) {
    sum += run("monte_carlo", with_samples(mechanism, "rero", kappa, samples, seed)).value;
  }
  return sum / seeds;
}

}  // namespace

TEST_CASE("sampled limits: they miss no more often than promised",
          "[approximations][sampled_limits][slow]") {
  // Each misses with probability at most 5 %: of 300 seeds at most 15 are expected, and more than 28 have probability
  // 1e-3.
  constexpr int kSeeds = 300, kMost = 28;
  const std::string sampled = "subsampled_gaussian(sigma=1,p=0.3)^4";
  for (const auto& [quantity, at] : {std::pair<std::string, std::string>{"delta", "0.5"},
                                     {"tv", "0"},
                                     {"epsilon", "0.05"},
                                     {"tradeoff", "0.05"},
                                     {"rero", "0.1"},
                                     {"bayes", "0.4"}}) {
    CAPTURE(quantity);
    CHECK(misses(sampled, quantity, at, 400, kSeeds) <= kMost);
    CHECK(misses("gaussian(sigma=1)", quantity, at, 400, kSeeds) <= kMost);
  }
  // Few samples and a small probability: a band from the normal distribution would usually miss.
  CHECK(misses("gaussian(sigma=1)", "delta", "3", 200, kSeeds) <= kMost);
}

TEST_CASE("sampled limits: they are narrow, and narrower of more samples",
          "[approximations][sampled_limits]") {
  for (const auto& [quantity, at] : {std::pair<std::string, std::string>{"delta", "0.5"},
                                     {"epsilon", "0.05"},
                                     {"tradeoff", "0.1"},
                                     {"rero", "0.1"},
                                     {"bayes", "0.4"}}) {
    const auto few =
        run("sampled_limits", with_samples("gaussian(sigma=1)", quantity, at, 2000, 5));
    const auto many =
        run("sampled_limits", with_samples("gaussian(sigma=1)", quantity, at, 50000, 5));
    CAPTURE(quantity);
    const double wide = few.band->second - few.band->first;
    const double narrow = many.band->second - many.band->first;
    CHECK(narrow < wide / 2);
    CHECK(narrow < 0.2);
    CHECK(many.band->first <= many.value);
    CHECK(many.value <= many.band->second);
  }
}

TEST_CASE("sampled limits: what is refused", "[approximations][sampled_limits]") {
  const auto refusal = [](const ApproximationRequest& r) {
    return find_approximation("sampled_limits").refusal(r);
  };
  CHECK_THAT(refusal(request("gaussian(sigma=1)", "delta", "1", Direction::worst)),
             Catch::Contains("one direction"));
  CHECK_THAT(refusal(with_samples("gaussian(sigma=1)", "delta", "1", 3, 1)),
             Catch::Contains("4 samples"));
}

TEST_CASE(
    "Algorithm 1: its mean is below the truth where kappa S is whole, and far above where it is "
    "rounded up",
    "[approximations][sampled_limits][slow]") {
  // kappa CVaR of the sample is concave in the law of the losses, so E[estimate] <= gamma: the error is on the unsafe
  // side.
  CHECK(certified_value("gaussian(sigma=1)", "rero", "0.1") == Approx(0.3891).margin(1e-4));
  CHECK(mean_of_algorithm_1("gaussian(sigma=1)", "0.1", 10, 20000) == Approx(0.3409).margin(0.012));
  // kappa S = 0.01 is rounded up to 1: the largest weight has full weight.
  CHECK(certified_value("gaussian(sigma=1/2)", "rero", "0.001") == Approx(0.1378).margin(1e-4));
  CHECK(mean_of_algorithm_1("gaussian(sigma=1/2)", "0.001", 10, 20000) > 0.5);
}
