#include <numeric>

#include "reference/engines/engine.hpp"
#include "tests/approximations/helpers.hpp"
#include "verify/approximations/numerics/fft.hpp"
#include "verify/approximations/steps/loss_grid.hpp"
#include "verify/approximations/steps/loss_tails.hpp"

using namespace plumbline;
using namespace plumbline::approximations;

namespace {

const std::string kMethods[] = {"pld_round_up", "pld_connect_dots", "pld_mean_matched"};
const std::string kMixed =
    "subsampled_gaussian(sigma=1,p=0.1)^20 * laplace(b=10)^3 * subsampled_laplace(b=2,p=0.2)^5";

ApproximationRequest spaced(const std::string& mechanism, const std::string& quantity,
                            const std::string& at, const std::string& spacing,
                            Direction direction = Direction::forward) {
  ApproximationRequest r = request(mechanism, quantity, at, direction);
  r.options = {{"spacing", Rational::parse(spacing)}};
  return r;
}

}  // namespace

TEST_CASE("fft: the definition, and back", "[approximations][pld]") {
  const size_t n = 16;
  ComplexValues<double> x(n), y;
  for (size_t j = 0; j < n; ++j) {
    const double at = static_cast<double>(j);
    x[j] = {std::sin(3 * at) + 1, std::cos(1.7 * at * at)};
  }
  y = x;
  const Fft<double> fft(n);
  fft.forward(y);
  for (size_t k = 0; k < n; ++k) {
    double re = 0, im = 0;
    for (size_t j = 0; j < n; ++j) {
      const double angle = -2 * M_PI * static_cast<double>(j * k) / n;
      re += x[j].re * std::cos(angle) - x[j].im * std::sin(angle);
      im += x[j].re * std::sin(angle) + x[j].im * std::cos(angle);
    }
    CHECK(y[k].re == Approx(re).margin(1e-13));
    CHECK(y[k].im == Approx(im).margin(1e-13));
  }
  fft.inverse(y);
  for (size_t k = 0; k < n; ++k) CHECK(y[k].re == Approx(x[k].re).margin(1e-14));
  const Complex<double> z = power(Complex<double>{0.6, 0.8}, 1001);
  CHECK(z.re == Approx(std::cos(1001 * std::atan2(0.8, 0.6))).margin(1e-12));
}

TEST_CASE("loss tails: against the engine's closed forms", "[approximations][pld]") {
  const std::string mechanism =
      GENERATE(as<std::string>(), "gaussian(sigma=2)", "laplace(b=1)",
               "subsampled_gaussian(sigma=1,p=0.1)", "subsampled_laplace(b=2,p=0.3)");
  const Composition composition = Composition::parse(mechanism);
  const auto engine = plan(composition, "auto");
  const StepLaw law = step_laws(composition).front();
  const approximations::LossTails<HighPrecision> forward(law, false), reverse(law, true);
  for (const char* text : {"-0.3", "-0.01", "0.02", "0.2"}) {
    CAPTURE(mechanism, text);
    const Rational t = Rational::parse(text);
    const HighPrecision at(text), far(1000);
    const auto P = truth(*engine, Question::P_above, t), Q = truth(*engine, Question::Q_above, t);
    CHECK(abs(forward.null_mass(at, far) - P) < 1e-22);
    CHECK(abs(forward.alternative_mass(at, far) - Q) < 1e-22);
    CHECK(abs(forward.alternative_above(at) - Q) < 1e-22);
    // Without an atom at t the events -L <= -t and L > t differ by a null set.
    CHECK(abs(reverse.alternative_at_most(HighPrecision(-at)) - P) < 1e-22);
    CHECK(abs(reverse.null_mass(HighPrecision(-far), HighPrecision(-at)) - Q) < 1e-22);
  }
}

TEST_CASE("loss tails: atoms belong to the side that is said", "[approximations][pld]") {
  const StepLaw law = step_laws(Composition::parse("laplace(b=1)")).front();
  const approximations::LossTails<double> forward(law, false), reverse(law, true);
  // L = 1 has Q-mass 1/2, L = -1 has Q-mass e^-1/2.
  CHECK(forward.alternative_mass(0.999999, 1) == Approx(0.5).epsilon(1e-5));
  CHECK(forward.alternative_mass(1, 2) == 0);
  CHECK(forward.alternative_at_most(-1) == Approx(std::exp(-1) / 2));
  CHECK(reverse.alternative_mass(0.999999, 1) == Approx(0.5).epsilon(1e-5));  // P(L = -1)
  CHECK(reverse.alternative_mass(1, 2) == 0);
  CHECK(reverse.alternative_at_most(-1) == Approx(std::exp(-1) / 2));
}

TEST_CASE("pld: round-up is the convolution of losses rounded up", "[approximations][pld]") {
  // Three steps by direct loops over the masses of Phi, spacing 1/10.
  const double h = 0.1, mu = 0.5;
  const auto Q_below = [&](double t) { return std::erfc(-(t / mu - mu / 2) / M_SQRT2) / 2; };
  const int reach = 60;
  std::vector<double> q(2 * reach + 1);
  for (int i = -reach; i <= reach; ++i) {
    q[static_cast<size_t>(i + reach)] = Q_below(i * h) - Q_below((i - 1) * h);
  }
  double delta = 0;
  for (int i = -reach; i <= reach; ++i) {
    for (int j = -reach; j <= reach; ++j) {
      for (int k = -reach; k <= reach; ++k) {
        const double loss = (i + j + k) * h;
        const double mass = q[static_cast<size_t>(i + reach)] * q[static_cast<size_t>(j + reach)] *
                            q[static_cast<size_t>(k + reach)];
        if (loss > 0.75) delta += mass * -std::expm1(0.75 - loss);
      }
    }
  }
  const auto r = run("pld_round_up", spaced("gaussian(sigma=2)^3", "delta", "0.75", "0.1"));
  CHECK(r.value == Approx(delta).epsilon(1e-11));
  CHECK(r.precision == "256 bits");
  CHECK(r.agreed_digits >= 26);
  CHECK(relative_error(HighPrecision(r.value), high(r)) < 1e-12);
}

TEST_CASE("pld: bounds hold and converge with the spacing", "[approximations][pld][slow]") {
  const auto direction = GENERATE(Direction::forward, Direction::reverse);
  const auto engine = plan(Composition::parse(kMixed), "auto");
  const Rational e = Rational::parse("0.7");
  const HighPrecision exact =
      direction == Direction::forward
          ? truth(*engine, Question::delta, e, 10)
          : HighPrecision(exp(HighPrecision("0.7")) * truth(*engine, Question::excess, -e, 10));
  double up[2], dots[2];
  for (const int k : {0, 1}) {
    const std::string spacing = k == 0 ? "0.02" : "0.01";
    up[k] = static_cast<double>(
        high(run("pld_round_up", spaced(kMixed, "delta", "0.7", spacing, direction))) - exact);
    dots[k] = static_cast<double>(
        high(run("pld_connect_dots", spaced(kMixed, "delta", "0.7", spacing, direction))) - exact);
  }
  CAPTURE(up[0], up[1], dots[0], dots[1]);
  CHECK(dots[1] > 0);
  CHECK(dots[1] < up[1] / 10);
  // Errors of first and second order in the spacing, up to the effect of atoms between the points of the grid.
  CHECK(up[1] == Approx(up[0] / 2).epsilon(0.3));
  CHECK(dots[1] == Approx(dots[0] / 4).epsilon(0.5));
  ApproximationRequest matched = request(kMixed, "delta", "0.7", direction);
  matched.options = {{"epsilon_error", Rational::parse("0.1")}};
  const auto r = run("pld_mean_matched", matched);
  const double value = static_cast<double>(exact);
  REQUIRE(r.band);
  CHECK(r.band->first < value);
  CHECK(value < r.band->second);
  CHECK(std::abs(r.value - value) < 1e-3);
}

TEST_CASE("pld: every quantity of one gaussian near its closed form", "[approximations][pld]") {
  // gaussian(sigma=4)^16 is G_1; these are its values in 20 digits.
  const auto [quantity, at, exact] = GENERATE(table<std::string, std::string, double>({
      {"tv", "0", 0.38292492254802620728},
      {"tradeoff", "0.1", 0.61085630835463903096},
      {"rero", "0.1", 0.38914369164536096904},
      {"bayes", "0.5", 0.3085375387259868963623},
      {"delta", "1", 0.12693673750664394},
      {"epsilon", "0.12693673750664394", 1.0},
  }));
  for (const std::string& method : kMethods) {
    CAPTURE(method, quantity);
    ApproximationRequest r = request("gaussian(sigma=4)^16", quantity, at);
    if (method == "pld_mean_matched") {
      r.options = {{"epsilon_error", Rational::parse("0.01")}};
    } else {
      r.options = {{"spacing", Rational::parse("1e-3")}};
    }
    const auto result = run(method, r);
    CHECK(result.value == Approx(exact).epsilon(method == "pld_round_up" ? 5e-2 : 1e-4));
    CHECK(relative_error(HighPrecision(result.value), high(result)) < 1e-9);
    CHECK(result.precision == "long double");
  }
}

TEST_CASE("pld: what is refused, and why", "[approximations][pld]") {
  using Catch::Contains;
  const auto refusal = [](const std::string& method, const ApproximationRequest& r) {
    return find_approximation(method).refusal(r);
  };
  for (const std::string& method : kMethods) {
    CAPTURE(method);
    CHECK_THAT(refusal(method, request("discrete_laplace(b=2)^3", "delta", "1")),
               Contains("no formula"));
    CHECK_THAT(refusal(method, request("gaussian(sigma=1)", "divergence", "1")),
               Contains("does not answer"));
    CHECK_THAT(refusal(method, request("gaussian(sigma=1)", "tradeoff", "2")), Contains("[0, 1]"));
  }
  CHECK_THAT(refusal("pld_round_up", spaced("gaussian(sigma=1)^100", "delta", "1", "1e-6")),
             Contains("raise option spacing"));
  CHECK_THAT(refusal("pld_round_up", spaced("gaussian(sigma=1)", "delta", "1", "2")),
             Contains("option spacing"));
  ApproximationRequest tail = request("gaussian(sigma=1)", "delta", "1");
  tail.options = {{"tail", Rational(1)}};
  CHECK_THAT(refusal("pld_connect_dots", tail), Contains("option tail"));
  ApproximationRequest matched = request("gaussian(sigma=1)^100", "delta", "1");
  matched.options = {{"epsilon_error", Rational::parse("1e-6")}};
  CHECK_THAT(refusal("pld_mean_matched", matched), Contains("raise option epsilon_error"));
  matched.options = {{"delta_error", Rational(1)}};
  CHECK_THAT(refusal("pld_mean_matched", matched), Contains("option delta_error"));
}
