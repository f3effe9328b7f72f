#include "tests/approximations/helpers.hpp"

using namespace plumbline;
using namespace plumbline::approximations;

namespace {

std::string refusal(const std::string& method, const ApproximationRequest& r) {
  return find_approximation(method).refusal(r);
}

}  // namespace

TEST_CASE("approximations: found by name, or the known ones are named",
          "[approximations][registry]") {
  for (const ApproximationEntry& entry : approximation_registry()) {
    CHECK(&find_approximation(entry.name) == &entry);
    CHECK_FALSE(entry.summary.empty());
  }
  CHECK(approximation_registry().size() == 22);
  CHECK_THROWS_WITH(find_approximation("edgeworth5"), Catch::Contains("edgeworth4"));
}

TEST_CASE("approximations: refusals say why", "[approximations][registry]") {
  using Catch::Contains;
  const std::string sgm = "subsampled_gaussian(sigma=1,p=0.1)^100";
  CHECK_THAT(refusal("clt", request("laplace(b=1)", "delta", "1")), Contains("laplace"));
  CHECK_THAT(refusal("clt", request(sgm, "divergence", "1")), Contains("divergence"));
  CHECK_THAT(refusal("edgeworth2", request(sgm, "epsilon", "1.5")), Contains("(0, 1)"));
  CHECK_THAT(refusal("clt_v", request(sgm, "rero", "-0.1")), Contains("[0, 1]"));
  CHECK_THAT(refusal("clt_v", request("subsampled_gaussian(sigma=0.01,p=0.1)", "tv", "0")),
             Contains("50"));
  CHECK_THAT(refusal("grid_delta", request("gaussian(sigma=1)", "delta", "1")),
             Contains("divergence"));
  CHECK_THAT(refusal("grid_delta", request("gaussian(sigma=1)", "divergence", "0")),
             Contains("second mechanism"));
  ApproximationRequest pair = request("gaussian(sigma=1)", "divergence", "0");
  pair.other = Composition::parse(sgm);
  CHECK_THAT(refusal("grid_delta", pair), Contains("closed form"));
  pair.other = Composition::parse("laplace(b=1)");
  pair.options = {{"tolerance", Rational(0)}};
  CHECK_THAT(refusal("grid_delta", pair), Contains("tolerance"));
}

TEST_CASE("approximations: monte carlo refuses what it cannot sample",
          "[approximations][registry]") {
  using Catch::Contains;
  const std::string sgm = "subsampled_gaussian(sigma=1,p=0.1)^1000000";
  CHECK_THAT(refusal("monte_carlo", request(sgm, "delta", "1")), Contains("rero"));
  CHECK_THAT(
      refusal("monte_carlo", request("gaussian(sigma=1)", "tradeoff", "0.1", Direction::worst)),
      Contains("forward"));
  CHECK_THAT(refusal("monte_carlo", request(sgm, "rero", "0.1")),
             Contains("would draw 1e+10") && Contains("lower samples"));
  ApproximationRequest few = request(sgm, "rero", "0.1", Direction::worst);
  few.options = {{"samples", Rational(2000)}};  // 2e9 draws: the maximum, and rero is forward only
  CHECK(refusal("monte_carlo", few).empty());
  few.options = {{"samples", Rational(1, 2)}};
  CHECK_THAT(refusal("monte_carlo", few), Contains("samples"));
  few.options = {{"samples", Rational(10)}, {"seed", Rational(-1)}};
  CHECK_THAT(refusal("monte_carlo", few), Contains("seed"));
}
