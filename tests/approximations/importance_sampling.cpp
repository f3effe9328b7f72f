#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/questions/registry.hpp"
#include "reference/values/extended.hpp"
#include "tests/approximations/helpers.hpp"

using namespace plumbline;
using namespace plumbline::approximations;

namespace {

ApproximationRequest sampled(const std::string& mechanism, const std::string& quantity,
                             const std::string& at, long samples, long seed,
                             Direction direction = Direction::forward) {
  ApproximationRequest r = request(mechanism, quantity, at, direction);
  r.options = {{"samples", Rational(samples)}, {"seed", Rational(seed)}};
  return r;
}

}  // namespace

TEST_CASE("importance sampling: intervals cover as often as they say, for tiny kappa too",
          "[approximations][importance][slow]") {
  // For G_1: gamma(1e-6) = 1 - Phi(4.753424 - 1), 4.753424308817089 = Phi^-1(1 - 1e-6).
  const double exact = std::erfc((4.753424308817089 - 1) / M_SQRT2) / 2;
  int covered = 0;
  for (long seed = 1; seed <= 60; ++seed) {
    const auto r =
        run("importance_sampling", sampled("gaussian(sigma=4)^16", "rero", "1e-6", 100000, seed));
    covered += r.band->first <= exact && exact <= r.band->second ? 1 : 0;
  }
  CHECK(covered >= 50);  // 57 expected; fewer than 50 has probability 1e-3
}

TEST_CASE("importance sampling: every quantity near the certified value",
          "[approximations][importance][slow]") {
  const std::string mechanism =
      "subsampled_gaussian(sigma=1,p=0.3)^6 * subsampled_laplace(b=1,p=0.4)^2 * laplace(b=4)";
  const auto direction = GENERATE(Direction::forward, Direction::reverse);
  PrivacyProfile profile(Composition::parse(mechanism), direction);
  Effort effort;
  effort.digits = 6;
  for (const auto& [quantity, at] : {std::pair<std::string, std::string>{"delta", "0.5"},
                                     {"tv", "0"},
                                     {"tradeoff", "0.01"},
                                     {"bayes", "0.3"}}) {
    const double exact = required_profile_quantity(quantity)
                             .compute(profile, Rational::parse(at), effort)
                             ->value()
                             .approximate();
    const auto r =
        run("importance_sampling", sampled(mechanism, quantity, at, 40000, 3, direction));
    CAPTURE(quantity, exact, r.value);
    REQUIRE(r.band);
    const double reach = (r.band->second - r.band->first) / 2;
    CHECK(std::abs(r.value - exact) < 2.5 * reach);
    CHECK(reach < 0.02);
    CHECK(relative_error(HighPrecision(r.value), high(r)) <
          1e-11);  // both precisions use the same samples
  }
  const auto e =
      run("importance_sampling", sampled(mechanism, "epsilon", "0.1", 40000, 3, direction));
  const double exact = epsilon(profile, Rational::parse("0.1"), effort)->value().approximate();
  CHECK(e.value == Approx(exact).margin(0.05));
}

TEST_CASE("importance sampling: what is refused", "[approximations][importance]") {
  using Catch::Contains;
  const auto refusal = [](const ApproximationRequest& r) {
    return find_approximation("importance_sampling").refusal(r);
  };
  CHECK_THAT(refusal(request("gaussian(sigma=1)", "delta", "1", Direction::worst)),
             Contains("one direction"));
  CHECK_THAT(refusal(sampled("gaussian(sigma=1)", "delta", "1", 30000000, 1)), Contains("2e7"));
  ApproximationRequest r = sampled("gaussian(sigma=1)", "delta", "1", 10, 1);
  r.options["repeats"] = Rational(0);
  CHECK_THAT(refusal(r), Contains("repeats"));
  CHECK_THAT(refusal(request("finite(P=[1/4,3/4],Q=[0.5,0.5])", "delta", "1")),
             Contains("no formula"));
}
