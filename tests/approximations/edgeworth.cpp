#include "reference/engines/engine.hpp"
#include "tests/approximations/helpers.hpp"
#include "verify/approximations/steps/edgeworth_law.hpp"

using namespace plumbline;
using namespace plumbline::approximations;

namespace {

const std::string kOrders[] = {"edgeworth0", "edgeworth1", "edgeworth2", "edgeworth3",
                               "edgeworth4"};

/// Returns sup over 13 thresholds within 3 standard deviations of the error of P(S <= t), per order.
std::array<double, 5> cdf_errors(const std::string& step, long N) {
  const Composition composition = Composition::parse(step + "^" + std::to_string(N));
  const auto engine = plan(composition, "auto");
  const auto k = total_cumulants<HighPrecision>(step_laws(composition), Measure::P);
  std::array<double, 5> worst{};
  for (int j = -6; j <= 6; ++j) {
    const double t = static_cast<double>(k[1] + sqrt(k[2]) * j / 2);
    const HighPrecision exact = truth(*engine, Question::P_below, Rational::from_binary64(t));
    for (size_t order = 0; order < 5; ++order) {
      const EdgeworthLaw<HighPrecision> law(k, static_cast<int>(order));
      const double error = static_cast<double>(abs(law.below(HighPrecision(t)) - exact));
      worst[order] = std::max(worst[order], error);
    }
  }
  return worst;
}

}  // namespace

TEST_CASE("edgeworth: exact for gaussians at every order", "[approximations][edgeworth]") {
  const auto [quantity, at] = GENERATE(table<std::string, std::string>({{"delta", "1"},
                                                                        {"epsilon", "1e-5"},
                                                                        {"tradeoff", "0.1"},
                                                                        {"rero", "0.01"},
                                                                        {"bayes", "0.3"},
                                                                        {"tv", "0"}}));
  const auto direction = GENERATE(Direction::forward, Direction::reverse, Direction::worst);
  const ApproximationRequest r = request("gaussian(sigma=5)^30", quantity, at, direction);
  const ApproximationResult exact = run("clt", r);
  for (const std::string& method : kOrders) {
    CAPTURE(method, quantity);
    const ApproximationResult result = run(method, r);
    CHECK(relative_error(high(result), high(exact)) < 1e-42);
    CHECK(relative_error(HighPrecision(result.value), high(exact)) < 1e-10);
  }
}

TEST_CASE("edgeworth: coefficients from the exponential series", "[approximations][edgeworth]") {
  // The density is phi(x) sum a_m He_m(x) with sum a_m z^m = exp(sum_{r>2} k_r z^r e^{r-2} / r!), where e counts
  // powers of N^{-1/2}; integration maps He_m to -He_{m-1}. The derivative in e gives the series: n E_n = sum_j j g_j
  // E_{n-j}, where each E is a polynomial in z.
  const Cumulants<double> k = {0, 0.3, 1, 0.7, -1.1, 1.9, 2.3};
  double factorial = 2;
  std::array<double, 5> g{};  // coefficients of z^{j+2} e^j
  for (size_t j = 1; j < 5; ++j) g[j] = k[j + 2] / (factorial *= static_cast<double>(j + 2));
  std::array<std::array<double, 13>, 5> E{};
  E[0][0] = 1;
  std::array<double, 12> expected{};
  for (size_t n = 0; n < 5; ++n) {
    for (size_t j = 1; j <= n; ++j) {
      for (size_t m = j + 2; m < 13; ++m) {
        E[n][m] += static_cast<double>(j) / static_cast<double>(n) * g[j] * E[n - j][m - j - 2];
      }
    }
    for (size_t m = 1; m < 13; ++m) expected[m - 1] += E[n][m];
    const auto c = edgeworth_coefficients(k, static_cast<int>(n));
    CAPTURE(n, c, expected);
    for (size_t m = 0; m < 12; ++m) CHECK(std::abs(c[m] - expected[m]) < 1e-16);
  }
}

TEST_CASE("edgeworth: order k has an error of order N^(-(k+1)/2)", "[approximations][edgeworth]") {
  const std::string step = "subsampled_gaussian(sigma=2,p=0.1)";
  const auto at_1600 = cdf_errors(step, 1600), at_3200 = cdf_errors(step, 3200);
  for (size_t order = 0; order < 5; ++order) {
    const double slope = std::log2(at_3200[order] / at_1600[order]);
    CAPTURE(order, at_1600[order], at_3200[order], slope);
    // The next term changes a slope by O(N^-1/2), here by a few hundredths.
    CHECK(slope == Approx(-0.5 * (static_cast<double>(order) + 1)).margin(0.06));
    if (order > 0) CHECK(at_1600[order] < at_1600[order - 1] / 5);
  }
}

TEST_CASE("edgeworth: each order brings delta closer to the certified value",
          "[approximations][edgeworth][slow]") {
  const std::string mechanism = "subsampled_gaussian(sigma=2,p=0.1)^400";
  const auto engine = plan(Composition::parse(mechanism), "auto");
  const auto direction = GENERATE(Direction::forward, Direction::reverse);
  // The largest error over several epsilon: at a single epsilon a low order may be accurate by chance.
  std::array<double, 5> worst{};
  for (const char* epsilon : {"0", "0.5", "1", "1.5", "2"}) {
    const Rational e = Rational::parse(epsilon);
    const HighPrecision exact =
        direction == Direction::forward
            ? truth(*engine, Question::delta, e)
            : HighPrecision(exp(HighPrecision(epsilon)) * truth(*engine, Question::excess, -e));
    for (size_t order = 0; order < 5; ++order) {
      const auto r = run(kOrders[order], request(mechanism, "delta", epsilon, direction));
      worst[order] = std::max(worst[order], static_cast<double>(abs(high(r) - exact)));
      CHECK(relative_error(HighPrecision(r.value), high(r)) < 1e-12);
    }
  }
  CAPTURE(worst);
  for (size_t order = 1; order < 5; ++order) CHECK(worst[order] < worst[order - 1] / 2);
  CHECK(worst[4] < 1e-7);
}

TEST_CASE("edgeworth: trade-off and Bayes error near certified points",
          "[approximations][edgeworth]") {
  const std::string mechanism =
      "subsampled_gaussian(sigma=2,p=0.1)^400 * laplace(b=20)^50 * gaussian(sigma=10)";
  const auto engine = plan(Composition::parse(mechanism), "auto");
  const Rational t = Rational::parse("0.4");
  const HighPrecision alpha = truth(*engine, Question::P_above, t);
  const HighPrecision f = truth(*engine, Question::Q_below, t);
  const HighPrecision prior = 1 / (1 + exp(-HighPrecision("0.4")));  // log-odds t
  const HighPrecision R = prior * alpha + (1 - prior) * f;
  double previous = 1;
  for (const std::string& method : kOrders) {
    const auto curve = run(method, request(mechanism, "tradeoff", decimal_text(alpha)));
    const auto bayes = run(method, request(mechanism, "bayes", decimal_text(prior)));
    const double error = static_cast<double>(abs(high(curve) - f) + abs(high(bayes) - R));
    CAPTURE(method, error);
    CHECK(error < previous);
    previous = error;
  }
  CHECK(previous < 1e-6);
}

TEST_CASE("edgeworth: reverse is the mirrored profile, worst the larger of both",
          "[approximations][edgeworth][slow]") {
  const std::string mechanism = "subsampled_gaussian(sigma=1,p=0.1)^30";
  const auto delta = [&](const std::string& method, const std::string& epsilon, Direction d) {
    return high(run(method, request(mechanism, "delta", epsilon, d)));
  };
  for (const std::string& method : kOrders) {
    CAPTURE(method);
    const HighPrecision forward = delta(method, "0.5", Direction::forward);
    const HighPrecision reverse = delta(method, "0.5", Direction::reverse);
    // The identity delta(-eps) = 1 - e^-eps + e^-eps delta_rev(eps) is exact.
    const HighPrecision mirrored =
        1 + exp(HighPrecision("0.5")) * (delta(method, "-0.5", Direction::forward) - 1);
    CHECK(abs(reverse - mirrored) < HighPrecision("1e-45"));
    CHECK(delta(method, "0.5", Direction::worst) == std::max(forward, reverse));
    const auto r = run(method, request(mechanism, "epsilon", "0.01", Direction::worst));
    const HighPrecision back = delta(method, r.high_precision, Direction::worst);
    CHECK(abs(back - HighPrecision("0.01")) < HighPrecision("1e-45"));
  }
}
