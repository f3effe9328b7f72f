#include <algorithm>
#include <cmath>

#include "reference/engines/engine.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/certified.hpp"
#include "tests/approximations/helpers.hpp"
#include "verify/approximations/numerics/random_words.hpp"

using namespace plumbline;
using namespace plumbline::approximations;

namespace {

ApproximationRequest sampled(const std::string& mechanism, const std::string& kappa, long samples,
                             long seed) {
  ApproximationRequest r = request(mechanism, "rero", kappa);
  r.options = {{"samples", Rational(samples)}, {"seed", Rational(seed)}};
  return r;
}

double normal_below(double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; }

/// Returns, by Simpson's rule, the mean of the estimate from S samples of N(0, 1) against N(mu, 1) that uses the m
/// largest ones: the probability that fewer than m of S - 1 samples of N(0, 1) exceed a sample of N(mu, 1).
double mean_of_estimate(int S, int kept, double mu) {
  const auto at = [&](double x) {
    const double above = normal_below(-x), below = normal_below(x);
    double sum = 0, ways = 1;
    for (int j = 0; j < kept; ++j) {
      sum += ways * std::pow(above, j) * std::pow(below, S - 1 - j);
      ways *= static_cast<double>(S - 1 - j) / (j + 1);
    }
    return sum * std::exp(-(x - mu) * (x - mu) / 2) / std::sqrt(2 * M_PI);
  };
  constexpr int kHalfCells = 2000;
  const double h = 20.0 / (2 * kHalfCells), start = mu - 10;
  double sum = at(start) + at(start + 20);
  for (int i = 1; i < 2 * kHalfCells; ++i) sum += (i % 2 == 1 ? 4 : 2) * at(start + i * h);
  return sum * h / 3;
}

}  // namespace

TEST_CASE("monte carlo: the band covers the exact value as often as it says",
          "[approximations][monte_carlo]") {
  // gaussian(sigma=4)^16 is G_1: gamma(0.1) = 1 - Phi(Phi^-1(0.9) - 1).
  const double exact = 0.38914369164536096904;
  int covered = 0;
  double sum = 0, squares = 0, reach = 0;
  for (long seed = 1; seed <= 100; ++seed) {
    const auto r = run("monte_carlo", sampled("gaussian(sigma=4)^16", "0.1", 10000, seed));
    covered += r.band->first <= exact && exact <= r.band->second ? 1 : 0;
    sum += r.value, squares += r.value * r.value;
    reach += (r.band->second - r.band->first) / 2 / 100;
  }
  // 95 are expected; fewer than 85 of 100 has probability 1e-4.
  CHECK(covered >= 85);
  // The band is not too wide either: the standard deviation of 100 estimates is known to approximately 7 %.
  const double spread = std::sqrt((squares - sum * sum / 100) / 99);
  CAPTURE(covered, spread, reach);
  CHECK(reach / 1.96 == Approx(spread).epsilon(0.25));
}

TEST_CASE("monte carlo: keeps exactly the ceil(kappa S) largest weights",
          "[approximations][monte_carlo]") {
  RandomReals<double> random(7);
  std::vector<double> weights;
  for (int i = 0; i < 10; ++i) weights.push_back(std::exp(random.normal() / 2 - 0.125));
  std::sort(weights.rbegin(), weights.rend());
  const double kept = weights[0] + weights[1] + weights[2];  // ceil(0.25 * 10)
  const auto r = run("monte_carlo", sampled("gaussian(sigma=2)", "0.25", 10, 7));
  CHECK(r.value == Approx(kept / 10).epsilon(1e-14));
  CHECK(run("monte_carlo", sampled("gaussian(sigma=2)", "0", 10, 7)).value == 0);
}

TEST_CASE("monte carlo: the mean of the estimate, by order statistics, is not gamma",
          "[approximations][monte_carlo]") {
  // Two samples of which one is used: Phi(1/sqrt 2), whereas gamma(1/2) = Phi(1).
  CHECK(mean_of_estimate(2, 1, 1) == Approx(normal_below(std::sqrt(0.5))).epsilon(1e-12));
  // The numbers of cases/papers/bounding-data-reconstruction/monte-carlo.toml.
  CHECK(mean_of_estimate(10, 1, 1) == Approx(0.34093577).epsilon(1e-7));
  CHECK(mean_of_estimate(1000, 1, 2) == Approx(0.12028642).epsilon(1e-7));
  CHECK(mean_of_estimate(10, 1, 2) == Approx(0.67364548).epsilon(1e-7));
  // The mean over seeds equals this one. The standard deviation of an estimate is approximately 0.2.
  constexpr int kSeeds = 2000;
  double sum = 0;
  for (long seed = 1; seed <= kSeeds; ++seed) {
    sum += run("monte_carlo", sampled("gaussian(sigma=1)", "0.1", 10, seed)).value;
  }
  const double exact = 0.38914369164536096904, mean = sum / kSeeds;
  CHECK(mean == Approx(0.34093577).margin(0.02));
  CHECK(mean < exact - 0.025);
  // If kappa S is an integer, the mean is below gamma for any kappa and shift.
  for (const auto& [S, kept] : {std::pair{2, 1}, {10, 3}, {40, 2}, {100, 20}}) {
    for (const double mu : {0.3, 1.0, 2.5}) {
      const double kappa = static_cast<double>(kept) / S;
      const Rational alpha(kept, static_cast<unsigned long>(S));
      PrivacyProfile profile(
          Composition::parse("gaussian(sigma=1,sensitivity=" + std::to_string(mu) + ")"),
          Direction::forward);
      const double gamma = 1 - tradeoff(profile, alpha, Effort{12}).value().approximate();
      CAPTURE(kappa, mu, gamma);
      CHECK(mean_of_estimate(S, kept, mu) < gamma);
    }
  }
}

TEST_CASE("monte carlo: a seed gives one value, in double and in long double",
          "[approximations][monte_carlo]") {
  const std::string mechanism = "subsampled_gaussian(sigma=1,p=0.1)^10 * laplace(b=3)^2";
  const auto a = run("monte_carlo", sampled(mechanism, "0.05", 2000, 3));
  const auto b = run("monte_carlo", sampled(mechanism, "0.05", 2000, 3));
  const auto c = run("monte_carlo", sampled(mechanism, "0.05", 2000, 4));
  CHECK(a.value == b.value);
  CHECK(a.high_precision == b.high_precision);
  CHECK(a.value != c.value);
  CHECK(a.precision == "long double");
  CHECK(relative_error(HighPrecision(a.value), high(a)) <
        1e-13);  // both precisions use the same samples
  ApproximationRequest f = sampled(mechanism, "0.05", 2000, 3);
  f.quantity = "tradeoff";
  const auto curve = run("monte_carlo", f);
  CHECK(curve.value == 1 - a.value);
  CHECK(curve.band->first == Approx(1 - a.band->second));
}

TEST_CASE("monte carlo: laplace in closed form", "[approximations][monte_carlo]") {
  // Below the P-mass e^-1/2 of the atom every weight in the sum is e: the sampling error is 0.
  const auto inside = run("monte_carlo", sampled("laplace(b=1)", "0.1", 5000, 1));
  CHECK(inside.value == Approx(0.1 * std::exp(1.0)).epsilon(1e-12));
  // f(1/2) = e^-1 / 2 on the smooth part. Twice the 95 % band misses once in 10^4 runs.
  const auto beyond = run("monte_carlo", sampled("laplace(b=1)", "0.5", 20000, 1));
  const double reach = (beyond.band->second - beyond.band->first) / 2;
  CHECK(std::abs(beyond.value - (1 - std::exp(-1.0) / 2)) < 2 * reach);
  CHECK(reach < 0.015);
}

TEST_CASE("monte carlo: subsampled gaussians against a certified point",
          "[approximations][monte_carlo][slow]") {
  const std::string mechanism = "subsampled_gaussian(sigma=2,p=0.3)^50";
  const auto engine = plan(Composition::parse(mechanism), "auto");
  const Rational t = Rational::parse("0.6");  // {S > t} is the optimal event of its P-mass
  const HighPrecision kappa = truth(*engine, Question::P_above, t);
  const double gamma = static_cast<double>(truth(*engine, Question::Q_above, t));
  const auto r = run("monte_carlo", sampled(mechanism, decimal_text(kappa), 40000, 5));
  const double reach = (r.band->second - r.band->first) / 2;
  CAPTURE(gamma, r.value, reach);
  CHECK(std::abs(r.value - gamma) < 2 * reach);
  CHECK(reach < 0.02);
}
