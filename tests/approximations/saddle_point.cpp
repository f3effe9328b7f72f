#include "verify/approximations/methods/saddle_point.hpp"

#include "reference/engines/engine.hpp"
#include "tests/approximations/helpers.hpp"

using namespace plumbline;
using namespace plumbline::approximations;

TEST_CASE("saddle point: laplace products against certified values",
          "[approximations][saddle][slow]") {
  const std::string mechanism =
      "subsampled_gaussian(sigma=1,p=0.1)^200 * laplace(b=20)^30 * "
      "subsampled_laplace(b=2,p=0.1)^50";
  const auto engine = plan(Composition::parse(mechanism), "auto");
  for (const char* epsilon : {"1", "3", "6"}) {
    CAPTURE(epsilon);
    const HighPrecision exact = truth(*engine, Question::delta, Rational::parse(epsilon), 8);
    const auto one = run("saddle_point1", request(mechanism, "delta", epsilon));
    const auto two = run("saddle_point2", request(mechanism, "delta", epsilon));
    CAPTURE(one.value, two.value);
    CHECK(relative_error(high(one), exact) < 0.15);
    CHECK(relative_error(high(two), exact) < relative_error(high(one), exact) / 2);
    CHECK(relative_error(HighPrecision(two.value), high(two)) < 1e-11);
    CHECK(two.precision == "256 bits");
    CHECK(two.agreed_digits >= 26);
  }
}

TEST_CASE("saddle point: the leading term on a gaussian by hand", "[approximations][saddle]") {
  // For G_1: F(s) = s (s-1)/2 - s eps - log s - log(s-1). With eps = 1/2 the saddle point solves s - 1 = 1/s +
  // 1/(s-1).
  double s = 2;
  for (int k = 0; k < 100; ++k) {
    const double first = s - 1 - 1 / s - 1 / (s - 1);
    const double second = 1 + 1 / (s * s) + 1 / ((s - 1) * (s - 1));
    s -= first / second;
  }
  const double second = 1 + 1 / (s * s) + 1 / ((s - 1) * (s - 1));
  const double value =
      std::exp(s * (s - 1) / 2 + 0.5 * (1 - s)) / (s * (s - 1)) / std::sqrt(2 * M_PI * second);
  const auto r = run("saddle_point1", request("gaussian(sigma=4)^16", "delta", "0.5"));
  CHECK(r.value == Approx(value).epsilon(1e-13));
}

TEST_CASE("saddle point: every quantity near the closed form of G_1", "[approximations][saddle]") {
  const auto [quantity, at, exact] = GENERATE(table<std::string, std::string, double>({
      {"tv", "0", 0.38292492254802620728},
      {"tradeoff", "0.1", 0.61085630835463903096},
      {"tradeoff", "0.9", 0.011257914512604772},
      {"rero", "0.001", 0.01829846840565663},
      {"bayes", "0.5", 0.3085375387259868963623},
      {"delta", "1", 0.12693673750664394},
      {"epsilon", "0.12693673750664394", 1.0},
  }));
  const auto direction = GENERATE(Direction::forward, Direction::reverse);
  for (const std::string method : {"saddle_point1", "saddle_point2"}) {
    CAPTURE(method, quantity, at);
    const auto r = run(method, request("gaussian(sigma=4)^16", quantity, at, direction));
    CHECK(r.value == Approx(exact).epsilon(method == "saddle_point1" ? 0.2 : 0.06));
  }
}

TEST_CASE("saddle point: nothing beyond the largest loss", "[approximations][saddle][slow]") {
  CHECK(run("saddle_point1", request("laplace(b=1)^3", "delta", "3.5")).value == 0);
  using Catch::Contains;
  CHECK_THAT(find_approximation("saddle_point1")
                 .refusal(request("randomized_response(epsilon=1)", "delta", "1")),
             Contains("no formula"));
}
