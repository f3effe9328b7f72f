#include "verify/approximations/methods/clt_v.hpp"

#include "reference/engines/engine.hpp"
#include "tests/approximations/helpers.hpp"

using namespace plumbline;
using namespace plumbline::approximations;

TEST_CASE("clt_v: functionals of a gaussian in closed form", "[approximations][clt_v]") {
  const auto law = step_laws(Composition::parse("gaussian(sigma=2)")).front();
  const auto v = tradeoff_functionals<double>(law, GENERATE(Measure::P, Measure::Q));
  CHECK(v.v1 == Approx(0.125).epsilon(1e-15));
  CHECK(v.variance == Approx(0.25).epsilon(1e-15));
  CHECK(v.v3 == Approx(0.125 * 2 * std::sqrt(2 / M_PI)).epsilon(1e-15));
}

TEST_CASE("clt_v: mu and gamma of two fine-tuning runs", "[approximations][clt_v]") {
  // Independent 20-digit values (mpmath) of the two runs of [BCP] Section 5, "Tightness".
  const auto [mechanism, mu, gamma] = GENERATE(table<std::string, std::string, std::string>({
      {"subsampled_gaussian(sigma=2,p=9e-4)^1400000", "0.56744585121850951417",
       "0.0011031356996401595366"},
      {"subsampled_gaussian(sigma=3,p=9e-4)^3400000", "0.56886902515641230377",
       "0.00057691208456203943655"},
  }));
  const auto laws = step_laws(Composition::parse(mechanism));
  const auto sharp = clt_band<HighPrecision>(laws, Measure::P);
  CHECK(relative_error(sharp.mu, HighPrecision(mu)) < 1e-19);
  CHECK(relative_error(sharp.gamma, HighPrecision(gamma)) < 1e-19);
  const auto fast = clt_band<double>(laws, Measure::P);
  CHECK(relative_error(fast.mu, sharp.mu) < 1e-13);
  CHECK(relative_error(fast.gamma, sharp.gamma) < 1e-13);
}

TEST_CASE("clt_v: sums over the factors of a product", "[approximations][clt_v]") {
  const auto one =
      clt_band<double>(step_laws(Composition::parse("gaussian(sigma=2)^4")), Measure::P);
  CHECK(one.mu == Approx(1).epsilon(1e-14));
  CHECK(one.gamma == Approx(0.56 * 2 * std::sqrt(2 / M_PI) / 2).epsilon(1e-14));
  const auto two = clt_band<double>(
      step_laws(Composition::parse("gaussian(sigma=2)^4 * laplace(b=10)^100")), Measure::P);
  const double v1 = 0.5 + 100 * (0.1 + std::expm1(-0.1));
  const double m2 = 0.01 * (1 + std::exp(-0.1)) / 2 +
                    (0.01 * -std::expm1(-0.1) - 0.4 * (1 - 1.1 * std::exp(-0.1)) +
                     4 * (2 - 2.21 * std::exp(-0.1))) /
                        2;  // E L^2, integrated by parts
  const double kl = 0.1 + std::expm1(-0.1);
  CHECK(two.mu == Approx(2 * v1 / std::sqrt(1 + 100 * (m2 - kl * kl))).epsilon(1e-11));
}

TEST_CASE("clt_v: the band holds the certified trade-off point", "[approximations][clt_v]") {
  const std::string mechanism = "laplace(b=20)^3000";  // symmetric: the theorem applies
  const auto engine = plan(Composition::parse(mechanism), "auto");
  for (const char* threshold : {"-1.01", "0.01"}) {
    // The test S > t is optimal at its own type I error.
    const Rational t = Rational::parse(threshold);
    const HighPrecision alpha = truth(*engine, Question::P_above, t, 6);
    const double f = static_cast<double>(truth(*engine, Question::Q_below, t, 6));
    const auto r = run("clt_v", request(mechanism, "tradeoff", decimal_text(alpha)));
    CAPTURE(threshold, f, r.value);
    REQUIRE(r.band);
    CHECK(r.band->first <= f);
    CHECK(f <= r.band->second);
    CHECK(r.band->second - r.band->first < 0.2);
    const auto gamma = run("clt_v", request(mechanism, "rero", decimal_text(alpha)));
    CHECK(gamma.band->first == Approx(1 - r.band->second));
    CHECK(gamma.band->second == Approx(1 - r.band->first));
  }
}

TEST_CASE("clt_v: no band where the theorem gives none", "[approximations][clt_v]") {
  const std::string mechanism = "laplace(b=20)^3000";
  CHECK_FALSE(run("clt_v", request(mechanism, "tradeoff", "0.0001")).band);
  CHECK_FALSE(run("clt_v", request(mechanism, "tradeoff", "0.9999")).band);
  CHECK_FALSE(run("clt_v", request(mechanism, "delta", "1")).band);
}

TEST_CASE("clt_v: directions differ for subsampled gaussians", "[approximations][clt_v]") {
  const std::string mechanism = "subsampled_gaussian(sigma=1,p=0.2)^10";
  const auto value = [&](const std::string& quantity, Direction d) {
    return run("clt_v", request(mechanism, quantity, "0.1", d)).value;
  };
  CHECK(value("tradeoff", Direction::forward) != value("tradeoff", Direction::reverse));
  CHECK(value("tradeoff", Direction::forward) == value("tradeoff", Direction::worst));
  CHECK(value("rero", Direction::forward) == value("rero", Direction::reverse));
}
