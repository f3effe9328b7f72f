/// Noise truncated at a bound, and geometric noise of large sensitivity, compared with sums and integrals in doubles.
#include "reference/mechanisms/integer/cut_noise.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/certified.hpp"
#include "reference/values/extended.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

Ball delta_of(const std::string& mechanism, const std::string& epsilon,
              Direction direction = Direction::worst) {
  PrivacyProfile profile(Composition::parse(mechanism), direction, "auto");
  return delta(profile, Real(number(epsilon)), Effort{12}).value();
}

void check_near(const Ball& value, double expected, double relative) {
  CAPTURE(value.decimal_bounds(20).first, expected);
  CHECK(std::abs(value.approximate() - expected) <= relative * std::abs(expected));
}

/// Returns sup Q - e^epsilon P of a law on the integers 0 .. n-1 and the same law shifted by s.
double shifted_delta(const std::vector<double>& law, size_t shift, double epsilon) {
  double sum = 0;
  for (size_t i = 0; i < law.size() + shift; ++i) {
    const double P = i < law.size() ? law[i] : 0, Q = i >= shift ? law[i - shift] : 0;
    sum += std::max(0.0, Q - std::exp(epsilon) * P);
  }
  return sum;
}

std::vector<double> cut_geometric(double b, int bound) {
  std::vector<double> out;
  double total = 0;
  for (int x = -bound; x <= bound; ++x) total += std::exp(-std::abs(x) / b);
  for (int x = -bound; x <= bound; ++x) out.push_back(std::exp(-std::abs(x) / b) / total);
  return out;
}

}  // namespace

// The exact value is 0.22119921692859513 = 1 - r^{t+1}/(1+r) - e^epsilon r^{D-t}/(1+r), computed with mpmath.
TEST_CASE("discrete_laplace: any sensitivity, in closed form", "[mechanisms][GEOMETRIC-TAILS]") {
  check_near(delta_of("discrete_laplace(b=65535000,sensitivity=65535000)", "0.5"),
             0.22119921692859513, 1e-12);
  const std::string far = "discrete_laplace(b=20000,sensitivity=20001)";
  const double r = std::exp(-1.0 / 20000), D = 20001, e = 0.3;
  const double t = std::floor((D / 20000 - e) * 20000 / 2);
  const double expected =
      1 - std::pow(r, t + 1) / (1 + r) - std::exp(e) * std::pow(r, D - t) / (1 + r);
  check_near(delta_of(far, "0.3"), expected, 1e-9);
}

TEST_CASE("discrete_laplace: listed and unlisted losses have one profile",
          "[mechanisms][GEOMETRIC-TAILS]") {
  for (const char* epsilon : {"0", "0.3", "0.75", "0.9999", "-0.4"}) {
    const Ball listed = delta_of("discrete_laplace(b=10000,sensitivity=10000)", epsilon),
               near = delta_of("discrete_laplace(b=10001,sensitivity=10001)", epsilon);
    CHECK(std::abs(listed.approximate() - near.approximate()) < 1e-4);
    CHECK(near.relative_digits() > 8);
  }
}

TEST_CASE("truncated_discrete_laplace: sums over all outputs", "[mechanisms]") {
  check_near(delta_of("truncated_discrete_laplace(b=1,bound=15)", "1"), 1.4136273e-7, 1e-7);
  check_near(delta_of("truncated_discrete_laplace(b=1,bound=15)", "0.5"), 0.28764924, 1e-7);
  Random random(81);
  for (int i = 0; i < iterations(60); ++i) {
    const int bound = random.integer(1, 12), shift = random.integer(1, 2 * bound);
    const std::string b = Random::text(random.log_uniform(0.3, 8));
    const double epsilon = random.uniform(-1, 4);
    const std::string at = Random::text(epsilon);
    const std::string text = "truncated_discrete_laplace(b=" + b +
                             ",bound=" + std::to_string(bound) +
                             ",sensitivity=" + std::to_string(shift) + ")";
    CAPTURE(text, at);
    const double expected = shifted_delta(cut_geometric(std::stod(b), bound),
                                          static_cast<size_t>(shift), std::stod(at));
    CHECK(std::abs(delta_of(text, at).approximate() - expected) < 1e-10);
  }
}

// Values from two error functions each, computed with mpmath.
TEST_CASE("truncated_gaussian: by its tails", "[mechanisms][CUT-GAUSSIAN-TAILS]") {
  const std::string text = "truncated_gaussian(sigma=1,bound=5)";
  check_near(delta_of(text, "1"), 0.12693730, 1e-6);
  check_near(delta_of(text, "4"), 6.24864e-5, 1e-5);
  const auto Phi = [](double x) { return std::erfc(-x / std::sqrt(2)) / 2; };
  Random random(82);
  for (int i = 0; i < iterations(40); ++i) {
    const double R = std::stod(Random::text(random.uniform(0.5, 6)));
    const double m = std::stod(Random::text(random.uniform(0.05, 1.9 * R)));
    const double e = std::stod(Random::text(random.uniform(-1, 5)));
    const double M = Phi(R) - Phi(-R), X = std::clamp(e / m + m / 2, m - R, R);
    const double infinite = (Phi(R) - Phi(R - m)) / M;
    const double expected =
        infinite + (Phi(R - m) - Phi(X - m)) / M - std::exp(e) * (Phi(R) - Phi(X)) / M;
    const double low = e < 0 ? 1 - std::exp(e) : 0;
    const std::string mechanism = "truncated_gaussian(sigma=1,bound=" + Random::text(R) +
                                  ",sensitivity=" + Random::text(m) + ")";
    CAPTURE(mechanism, e);
    CHECK(std::abs(delta_of(mechanism, Random::text(e)).approximate() - std::max(expected, low)) <
          1e-8);
  }
  CHECK(delta_of("truncated_gaussian(sigma=1,bound=1,sensitivity=2)", "3").approximate() == 1);
}

// Selection probabilities by their recursion; every number n of users gives a test.
TEST_CASE("truncated_geometric_partition: the worst number of users", "[mechanisms]") {
  for (const auto& [epsilon, delta] : std::vector<std::pair<double, double>>{
           {1, 1e-5}, {0.3, 0.001}, {2, 0.1}, {0.5, 0.4}, {3, 1e-12}}) {
    std::vector<double> pi{0};
    while (pi.back() < 1) {
      const double x = pi.back();
      pi.push_back(
          std::min({std::exp(epsilon) * x + delta, 1 - std::exp(-epsilon) * (1 - x - delta), 1.0}));
    }
    const std::string text = "truncated_geometric_partition(epsilon=" + Random::text(epsilon) +
                             ",delta=" + Random::text(delta) + ")";
    for (const double e : {-0.5, 0.0, 0.1, 0.25, 0.7, 1.5, 4.0}) {
      double expected = std::max(0.0, 1 - std::exp(e));
      for (size_t n = 0; n + 1 < pi.size(); ++n) {
        expected = std::max(expected, pi[n + 1] - std::exp(e) * pi[n]);
      }
      CAPTURE(text, e);
      const Ball found = delta_of(text, Random::text(e), Direction::forward);
      CHECK(std::abs(found.approximate() - expected) < 1e-9);
    }
    PrivacyProfile profile(Composition::parse(text), Direction::worst, "auto");
    const Ball at =
        plumbline::delta(profile, Real(number(Random::text(epsilon))), Effort{10}).value();
    CHECK(std::abs(at.approximate() - delta) < 1e-9 * std::max(1.0, delta));
  }
}

// The mechanism is (epsilon, delta)-DP by construction, and its first user attains delta.
TEST_CASE("truncated_geometric_partition: epsilon at its own delta", "[mechanisms]") {
  for (const auto& [epsilon, delta] : std::vector<std::pair<std::string, std::string>>{
           {"1", "1e-5"}, {"1/2", "1e-6"}, {"0.3", "0.001"}, {"2", "0.1"}}) {
    const std::string text =
        "truncated_geometric_partition(epsilon=" + epsilon + ",delta=" + delta + ")";
    PrivacyProfile profile(Composition::parse(text), Direction::worst, "auto");
    const Extended found = plumbline::epsilon(profile, number(delta), Effort{20});
    CAPTURE(text);
    REQUIRE(!found.is_infinite());
    CHECK(found->reached());
    CHECK(found->value().contains(number(epsilon)));
    CHECK(found->value().relative_digits() > 19);
  }
}

// Rational numbers slightly below and above the irrational ones: delta is between theirs, because it is monotone
// there.
TEST_CASE("truncated noise with irrational parameters", "[mechanisms]") {
  struct Setting {
    std::string text, value, near_low, near_high;
  };
  for (const auto& [text, value, low, high] :
       {Setting{"truncated_gaussian(sigma=?,bound=5)", "sqrt(2)", "1.41421356237309",
                "1.41421356237310"},
        Setting{"truncated_discrete_laplace(b=?,bound=9,sensitivity=2)", "1/log(2)",
                "1.44269504088896", "1.44269504088897"},
        Setting{"truncated_geometric_partition(epsilon=?,delta=1e-5)", "log(3)", "1.09861228866810",
                "1.09861228866811"}}) {
    const auto with = [&, at = text.find('?')](const std::string& x) {
      std::string out = text;
      return out.replace(at, 1, x);
    };
    CAPTURE(text);
    for (const char* e : {"0", "0.4", "1.05", "1.3"}) {
      const Ball found = delta_of(with(value), e), below = delta_of(with(low), e),
                 above = delta_of(with(high), e);
      CAPTURE(e);
      CHECK(found.relative_digits() > 11);
      CHECK(std::abs((found - below).approximate()) <
            2 * std::abs((above - below).approximate()) + 1e-18);
    }
    CHECK(Composition::parse(with(value)).expression() == with(value));
  }
  CHECK_THROWS_WITH(Composition::parse("truncated_gaussian(sigma=-sqrt(2),bound=5)"),
                    Catch::Contains("sigma must be greater than 0"));
}
