#include "verify/approximations/methods/clt.hpp"

#include "reference/engines/engine.hpp"
#include "tests/approximations/helpers.hpp"

using namespace plumbline;
using namespace plumbline::approximations;

TEST_CASE("clt: mu of a published training run", "[approximations][clt]") {
  // Bu et al. 2020 print 0.35 for sigma = 1.06, batch 256 of 60000, 20 epochs = 4687.5 steps.
  const double share = clt_step_mu_squared(1 / 1.06, 256 / 60000.0);
  CHECK(std::abs(std::sqrt(4687.5 * share) - 0.349948) < 5e-7);
}

TEST_CASE("clt: mu of a product adds squares, gaussians exactly", "[approximations][clt]") {
  const auto laws = step_laws(Composition::parse(
      "subsampled_gaussian(sigma=2,p=0.1)^400 * gaussian(sigma=4,sensitivity=2)^3"));
  const double expected = std::sqrt(400 * 0.01 * std::expm1(0.25) + 3 * 0.25);
  CHECK(clt_mu<double>(laws) == Approx(expected).epsilon(1e-14));
}

TEST_CASE("clt: exact for gaussians, up to rounding", "[approximations][clt]") {
  // Closed forms at mu = 1 in 30 digits: 1 - TV, G_1(0.1), R(1/2) = Phi(-1/2).
  const auto [quantity, at, exact] = GENERATE(table<std::string, std::string, std::string>({
      {"tv", "0", "0.38292492254802620728"},
      {"tradeoff", "0.1", "0.61085630835463903096"},
      {"rero", "0.1", "0.38914369164536096904"},
      {"bayes", "0.5", "0.3085375387259868963623"},
      {"tradeoff", "0", "1"},
      {"bayes", "1", "0"},
  }));
  CAPTURE(quantity, at);
  const auto r = run("clt", request("gaussian(sigma=4)^16", quantity, at));
  const HighPrecision value(exact);
  CHECK(abs(high(r) - value) < HighPrecision("1e-19"));  // the quoted digits
  CHECK(std::abs(r.value - static_cast<double>(value)) < 1e-14);
  CHECK(r.precision == "256 bits");
  CHECK(r.agreed_digits >= 26);
}

TEST_CASE("clt: delta and epsilon of gaussians against the engine", "[approximations][clt]") {
  const std::string mechanism = "gaussian(sigma=2)^3 * gaussian(sigma=5)";
  const auto engine = plan(Composition::parse(mechanism), "auto");
  for (const char* epsilon : {"-2", "0", "1", "6"}) {
    CAPTURE(epsilon);
    const auto r = run("clt", request(mechanism, "delta", epsilon));
    const HighPrecision exact = truth(*engine, Question::delta, Rational::parse(epsilon));
    CHECK(relative_error(high(r), exact) < 1e-22);
    // Both terms are below 1: an absolute error of a few units in the last place of 1.
    CHECK(std::abs(r.value - static_cast<double>(exact)) < 1e-15);
  }
  for (const char* D : {"0.9", "0.1", "1e-5", "1e-12"}) {
    CAPTURE(D);
    const auto r = run("clt", request(mechanism, "epsilon", D));
    const HighPrecision back = truth(*engine, Question::delta, Rational::parse(r.high_precision));
    CHECK(relative_error(back, HighPrecision(D)) < 1e-22);
    CHECK(relative_error(HighPrecision(r.value), high(r)) < 1e-3);  // cancellation to 1e-12
  }
}

TEST_CASE("clt: the same in every direction", "[approximations][clt]") {
  const std::string mechanism = "subsampled_gaussian(sigma=2,p=0.1)^400";
  const auto value = [&](Direction d) {
    return run("clt", request(mechanism, "delta", "1", d)).value;
  };
  CHECK(value(Direction::forward) == value(Direction::reverse));
  CHECK(value(Direction::forward) == value(Direction::worst));
}
