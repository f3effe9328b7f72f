#include "reference/quantities/privacy_profile.hpp"
#include "reference/questions/registry.hpp"
#include "reference/values/extended.hpp"
#include "tests/approximations/helpers.hpp"
#include "verify/approximations/steps/loss_moments.hpp"

using namespace plumbline;
using namespace plumbline::approximations;

namespace {

ApproximationRequest gridded(const std::string& mechanism, const std::string& quantity,
                             const std::string& at, long grid,
                             Direction direction = Direction::forward) {
  ApproximationRequest r = request(mechanism, quantity, at, direction);
  r.options = {{"grid", Rational(grid)}};
  return r;
}

}  // namespace

TEST_CASE("noise nodes: total mass and mean loss", "[approximations][convolution]") {
  const std::string mechanism =
      GENERATE(as<std::string>(), "gaussian(sigma=2)", "laplace(b=1)",
               "subsampled_gaussian(sigma=1,p=0.1)", "subsampled_laplace(b=2,p=0.3)");
  const StepLaw law = step_laws(Composition::parse(mechanism)).front();
  for (const Measure measure : {Measure::P, Measure::Q}) {
    double mass = 0, mean = 0;
    for (const auto& node : law.in<double>().nodes(measure)) {
      mass += node.weight, mean += node.weight * node.loss;
    }
    CHECK(mass == Approx(1).epsilon(1e-13));
    CHECK(mean == Approx(loss_moments<double>(law, measure).mean).epsilon(1e-9));
  }
}

TEST_CASE("recursive convolution: gaussians, with an error of second order in the grid",
          "[approximations][convolution]") {
  const double exact = 0.12693673750664394;  // delta(1) of G_1
  double error[2];
  for (const int k : {0, 1}) {
    const auto r = run("recursive_convolution",
                       gridded("gaussian(sigma=2)^4", "delta", "1", k == 0 ? 101 : 201));
    error[k] = std::abs(static_cast<double>(high(r)) - exact);
    CHECK(r.precision == "25 digits");
    CHECK(relative_error(HighPrecision(r.value), high(r)) < 1e-12);
  }
  CAPTURE(error[0], error[1]);
  CHECK(error[1] > 1e-9);
  CHECK(error[1] < error[0] / 2);
}

TEST_CASE("recursive convolution: every quantity and direction of a product",
          "[approximations][convolution][slow]") {
  const std::string mechanism =
      "subsampled_gaussian(sigma=1,p=0.3)^3 * subsampled_laplace(b=1,p=0.4)";
  const auto direction = GENERATE(Direction::forward, Direction::reverse, Direction::worst);
  PrivacyProfile profile(Composition::parse(mechanism), direction);
  Effort effort;
  effort.digits = 6;
  for (const auto& [quantity, at] : {std::pair<std::string, std::string>{"delta", "0.4"},
                                     {"tradeoff", "0.2"},
                                     {"bayes", "0.4"},
                                     {"epsilon", "0.05"},
                                     {"tv", "0"}}) {
    CAPTURE(quantity);
    const double exact = required_profile_quantity(quantity)
                             .compute(profile, Rational::parse(at), effort)
                             ->value()
                             .approximate();
    const auto r = run("recursive_convolution", gridded(mechanism, quantity, at, 400, direction));
    CHECK(r.value == Approx(exact).epsilon(1e-2));
  }
}

TEST_CASE("recursive convolution: what is refused", "[approximations][convolution]") {
  using Catch::Contains;
  const auto refusal = [](const ApproximationRequest& r) {
    return find_approximation("recursive_convolution").refusal(r);
  };
  CHECK_THAT(refusal(request("subsampled_gaussian(sigma=1,p=0.01)^10000", "delta", "1")),
             Contains("2e+07 numerical integrals"));
  CHECK_THAT(refusal(gridded("gaussian(sigma=1)", "delta", "1", 3)), Contains("option grid"));
  CHECK_THAT(refusal(request("discrete_laplace(b=1)", "delta", "1")), Contains("no formula"));
}
