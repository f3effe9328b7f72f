/// Batches of fixed size, compared with explicit data sets and with sampled losses.
#include <algorithm>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>

#include "reference/engines/engine.hpp"
#include "reference/engines/planner.hpp"
#include "reference/quantities/comparison/fixed_batch.hpp"
#include "reference/quantities/quantities.hpp"
#include "tests/mechanisms/pair_checks.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

struct Design {
  int n, batch;
  double sigma;
  std::string text() const {
    return "without_replacement(sigma=" + Random::text(sigma) + ",n=" + std::to_string(n) +
           ",batch=" + std::to_string(batch) + ")";
  }
};

/// Returns the sums of all batches.
std::vector<double> sums(const Design& d, const std::vector<double>& records) {
  std::vector<double> out;
  for (unsigned chosen = 0; chosen < (1U << d.n); ++chosen) {
    double sum = 0;
    int size = 0;
    for (int i = 0; i < d.n; ++i) {
      if ((chosen >> i & 1U) == 0) continue;
      sum += records[static_cast<size_t>(i)];
      ++size;
    }
    if (size == d.batch) out.push_back(sum);
  }
  return out;
}

double density(const std::vector<double>& centres, double sigma, double x) {
  double sum = 0;
  for (const double c : centres) sum += std::exp(-(x - c) * (x - c) / (2 * sigma * sigma));
  return sum / (static_cast<double>(centres.size()) * sigma * std::sqrt(2 * M_PI));
}

/// Returns int (q - e^g p)_+.
double gain(const std::vector<double>& p, const std::vector<double>& q, double sigma, double g) {
  const auto f = [&](double x) {
    return std::max(0.0, density(q, sigma, x) - std::exp(g) * density(p, sigma, x));
  };
  double sum = 0;
  for (double x = -12 * sigma - 4; x < 12 * sigma + 4; x += 0.1) {
    sum += boost::math::quadrature::gauss_kronrod<double, 15>::integrate(f, x, x + 0.1, 3, 1e-10);
  }
  return sum;
}

double delta_at(const std::string& text, const std::string& g) {
  return forward_delta(text, g).approximate();
}

}  // namespace

TEST_CASE("without replacement: one step is the larger of both directions of sampling",
          "[mechanisms][fixed-batch][FIXED-BATCH]") {
  const std::string pair = "without_replacement(sigma=0.8,n=50,batch=5,sensitivity=1.5)";
  const std::string one = "subsampled_gaussian(sigma=0.8,p=1/10,sensitivity=1.5)";
  for (const char* g : {"-1.5", "-0.3", "0", "0.2", "1", "2.5"}) {
    CAPTURE(g);
    PrivacyProfile larger(Composition::parse(one), Direction::worst);
    const Ball of_both = larger.delta(Real(number(g)), Effort{15}).value;
    check_meet(forward_delta(pair, g), of_both, 14);
    PrivacyProfile back(Composition::parse(pair), Direction::reverse);
    check_meet(back.delta(Real(number(g)), Effort{15}).value, of_both, 14);
  }
  check_round_trip(pair);
  CHECK(Composition::parse("without_replacement(sigma=2,n=7,batch=7)").gaussian_mu_squared());
  CHECK_THROWS_AS(Composition::parse("without_replacement(sigma=2,n=7,batch=8)"),
                  std::invalid_argument);
  CHECK_THROWS_AS(Composition::parse("without_replacement(sigma=2,n=7,batch=1/2)"),
                  std::invalid_argument);
}

TEST_CASE("without replacement: no data sets have more, and some have as much in one step",
          "[mechanisms][fixed-batch][FIXED-BATCH]") {
  Random random(971);
  for (int i = 0; i < iterations(6); ++i) {
    const Design d{random.integer(3, 5), random.integer(1, 2), random.uniform(0.3, 1.5)};
    const Design shown{d.n, d.batch, number(Random::text(d.sigma)).approximate()};
    const double g = random.uniform(-1, 2);
    const std::string at = Random::text(g);
    const double most = delta_at(d.text(), at), level = number(at).approximate();
    std::vector<double> records(static_cast<size_t>(d.n)), other;
    for (double& x : records) x = random.uniform(-0.5, 0.5);
    other = records;
    other[0] = random.uniform(-0.5, 0.5);
    CAPTURE(d.text(), at, most);
    CHECK(gain(sums(shown, records), sums(shown, other), shown.sigma, level) <= most + 1e-7);
    // All records are at one end, except the one that moves to the other end.
    std::fill(records.begin(), records.end(), -0.5);
    other = records;
    other[0] = 0.5;
    const auto p = sums(shown, records), q = sums(shown, other);
    const double there = gain(p, q, shown.sigma, level), back = gain(q, p, shown.sigma, level);
    CHECK(std::max(there, back) == Approx(most).margin(1e-7));
  }
}

TEST_CASE("without replacement: several steps lie above those of the worst data sets",
          "[mechanisms][fixed-batch][slow]") {
  for (const int steps : {2, 40}) {
    const std::string power = "^" + std::to_string(steps);
    const Composition all =
        Composition::parse("without_replacement(sigma=2,n=100,batch=4)" + power);
    const Composition one = Composition::parse("subsampled_gaussian(sigma=2,p=1/25)" + power);
    for (const char* g : {"0", "0.3", "1"}) {
      const Effort effort{2};
      const Ball most = plan(all, "auto")->answer(Question::delta, Real(number(g)), effort).value;
      PrivacyProfile least(one, Direction::worst);
      const Ball below = least.delta(Real(number(g)), Effort{8}).value;
      CAPTURE(steps, g, most.decimal_bounds(6), below.decimal_bounds(6));
      CHECK(most.relative_digits() >= 2);
      CHECK_FALSE(certainly_less(most, below));
      CHECK(most.approximate() < 3 * below.approximate());
    }
  }
}

TEST_CASE("without replacement: three steps agree with sampled losses",
          "[mechanisms][fixed-batch][FIXED-BATCH]") {
  // E_P[(e^g - e^S)_+] from 60000 draws, within five standard errors.
  const double sigma = 0.7, q = 0.2, mu = 1 / sigma, g = 0.4;
  Random random(972);
  const auto normal = [&] {
    return std::sqrt(-2 * std::log(1 - random.uniform(0, 1))) *
           std::cos(2 * M_PI * random.uniform(0, 1));
  };
  const auto loss_of = [&](double z) { return std::log1p(q * std::expm1(mu * z - mu * mu / 2)); };
  // Under P* positive losses have the law under P, negative losses that of minus the positive losses under Q.
  const int draws = 60000;
  double sum = 0, squares = 0;
  for (int i = 0; i < draws; ++i) {
    // One of three kinds in each step, with weight three.
    double weight = 1, S = 0;
    for (int k = 0; k < 3; ++k) {
      const double side = random.uniform(0, 3);
      if (side < 1) {  // positive, under P
        const double l = loss_of(normal());
        weight *= l > 0 ? 3 : 0;
        S += l;
      } else if (side < 2) {  // negative: minus a positive loss under Q
        const double l = loss_of(normal() + (random.uniform(0, 1) < q ? mu : 0));
        weight *= l > 0 ? 3 : 0;
        S -= l;
      } else {  // the remaining mass at 0
        const double half = std::erfc(mu / 2 / std::sqrt(2.0)) / 2;
        const double P_above = half, Q_above = (1 - q) * half + q * (1 - half);
        weight *= 3 * (1 - P_above - Q_above);
      }
    }
    const double value = weight * std::max(0.0, std::exp(g) - std::exp(S));
    sum += value;
    squares += value * value;
  }
  const double mean = sum / draws, error = std::sqrt((squares / draws - mean * mean) / draws);
  const Composition c = Composition::parse("without_replacement(sigma=0.7,n=5,batch=1)^3");
  const Ball excess =
      plan(c, "lattice")->answer(Question::excess, Real(number("0.4")), Effort{5}).value;
  CAPTURE(mean, error, excess.decimal_bounds(8));
  CHECK(excess.relative_digits() >= 3);
  CHECK(std::fabs(mean - excess.approximate()) < 5 * error);
  CHECK(error < 0.03 * mean);
}

TEST_CASE("without replacement: the bound of moments",
          "[mechanisms][fixed-batch][FIXED-BATCH-MOMENT]") {
  // K*(c) - 1 is the sum of both sides, by quadrature over the output.
  const double sigma = 0.9, q = 0.15, mu = 1 / sigma;
  const BatchRuns once{number("0.9"), Rational(20), Rational(3), Rational(1), Rational(1)};
  const auto loss = [&](double z) { return std::log1p(q * std::expm1(mu * z - mu * mu / 2)); };
  const auto normal = [](double z) { return std::exp(-z * z / 2) / std::sqrt(2 * M_PI); };
  for (const double c : {1.25, 2.0, 6.0, 12.5}) {
    const auto both = [&](double z) {
      const double l = loss(z);
      return (std::expm1(c * l) + std::expm1((1 - c) * l) - std::expm1(l)) * normal(z);
    };
    // E*[X^c] - 1 with X = e^l on one side, e^-l with P and Q exchanged on the other side, and 1 elsewhere.
    double sum = 0;
    for (double z = mu / 2; z < 30; z += 0.25) {
      sum += boost::math::quadrature::gauss_kronrod<double, 15>::integrate(both, z, z + 0.25, 4,
                                                                           1e-11);
    }
    const Ball most = fixed_batch_moment(once, c, Bits{96});
    CAPTURE(c, sum, most.approximate());
    CHECK(sum <= most.approximate() * (1 + 1e-9));
    CHECK(most.approximate() < 2.5 * sum);
  }
}

TEST_CASE("without replacement: the ceiling is above the composition",
          "[mechanisms][fixed-batch][FIXED-BATCH-MOMENT][slow]") {
  const BatchRuns runs{Rational(2), Rational(100), Rational(4), Rational(1), Rational(60)};
  const Composition c = Composition::parse("without_replacement(sigma=2,n=100,batch=4)^60");
  for (const char* g : {"0.4", "1.2"}) {
    const auto ceiling = fixed_batch_ceiling(runs, number(g), 0, false);
    REQUIRE(ceiling);
    const Ball delta =
        plan(c, "lattice")->answer(Question::delta, Real(number(g)), Effort{3}).value;
    CAPTURE(g, ceiling->log_bound, delta.log_approximate());
    CHECK(certainly_less(delta, ceiling->bound.ball(Bits{64})));
    CHECK(ceiling->log_bound < delta.log_approximate() / 3);
  }
  CHECK_THROWS_AS(
      fixed_batch_ceiling({Rational(2), Rational(4), Rational(4), Rational(1), Rational(1)},
                          Rational(1), 0, false),
      std::invalid_argument);
}
