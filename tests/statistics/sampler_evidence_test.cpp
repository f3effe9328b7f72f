/// Evidence from draws, compared with sums in another library's numbers and with simulated draws.
#include "reference/statistics/samplers/sampler_evidence.hpp"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <random>
#include <stdexcept>

#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

using Wide = boost::multiprecision::cpp_bin_float_100;

UpperBound mass(const std::string& q) { return UpperBound::of(ball(q, Bits{64})); }
double number_of(const UpperBound& x) { return x.ball(Bits{64}).approximate(); }

/// Returns the product of the predictive probabilities of these observations, in sequence, divided by their masses.
Wide ratio(const std::vector<size_t>& seen, const std::vector<Wide>& weights,
           const std::vector<Wide>& masses) {
  Wide total = 0, out = 1;
  for (const Wide& w : weights) total += w;
  std::vector<Wide> now = weights;
  for (const size_t j : seen) {
    out *= now[j] / total / masses[j];
    now[j] += 1;
    total += 1;
  }
  return out;
}

Wide mean_ratio(const std::vector<size_t>& seen, const std::vector<Wide>& masses) {
  Wide sum = ratio(seen, std::vector<Wide>(masses.size(), Wide(0.5)), masses);
  for (const int draws : {16, 1024, 65536}) {
    std::vector<Wide> weights;
    for (const Wide& q : masses) weights.push_back(q * draws);
    sum += ratio(seen, weights, masses);
  }
  return sum / 4;
}

std::vector<long> counts_of(const std::vector<size_t>& seen, size_t cells) {
  std::vector<long> out(cells, 0);
  for (const size_t j : seen) ++out[j];
  return out;
}

}  // namespace

TEST_CASE("evidence of draws: the product of predictive probabilities over promised ones",
          "[statistics][sampler][SAMPLER-EVIDENCE]") {
  const std::vector<Wide> masses{Wide(1) / 2, Wide(3) / 8, Wide(1) / 8};
  const CellEvidence evidence({mass("1/2"), mass("3/8"), mass("1/8")});
  std::mt19937 random(5);
  for (const int draws : {0, 1, 2, 30, 400}) {
    std::vector<size_t> seen;
    for (int i = 0; i < draws; ++i) seen.push_back(random() % 3);
    const Wide expected = mean_ratio(seen, masses);
    const Ball found = evidence.e_value(counts_of(seen, 3));
    CAPTURE(draws);
    CHECK(std::fabs(found.approximate() / static_cast<double>(expected) - 1) < 1e-6);
    const Wide p = 2 / (expected + 1);
    const double found_p = number_of(sampler_p_value({found, Ball::integer(1, Bits{64})}));
    if (p < 1) {
      CHECK(found_p >= static_cast<double>(p) * (1 - 1e-12));
      CHECK(found_p <= static_cast<double>(p) * (1 + 1e-6));
    } else {
      CHECK(std::fabs(found_p - 1) < 1e-8);
    }
  }
}

TEST_CASE("evidence of draws: the mean over the next draw is at most the present value",
          "[statistics][sampler]") {
  const std::vector<std::string> q{"1/2", "3/8", "1/8"};
  const CellEvidence evidence({mass(q[0]), mass(q[1]), mass(q[2])});
  for (const std::vector<long>& counts : {std::vector<long>{0, 0, 0}, {5, 0, 1}, {100, 100, 100}}) {
    Ball mean(Bits{160});
    for (size_t j = 0; j < 3; ++j) {
      std::vector<long> next = counts;
      ++next[j];
      mean += evidence.e_value(next) * ball(q[j], Bits{160});
    }
    const Ball now = evidence.e_value(counts);
    CHECK(certainly_at_most(mean, now));
    CHECK(mean.approximate() > now.approximate() * (1 - 1e-8));  // masses are rounded up
  }
}

TEST_CASE("evidence of draws: fair draws are not accused, others are",
          "[statistics][sampler][SAMPLER-EVIDENCE]") {
  const CellEvidence evidence({mass("1/2"), mass("3/8"), mass("1/8")});
  std::mt19937 random(6);
  std::discrete_distribution<size_t> fair({4, 3, 1}), unfair({4, 2.9, 1.1});
  long accused = 0;
  std::vector<long> others(3, 0);
  for (int run = 0; run < 60; ++run) {
    std::vector<long> counts(3, 0);
    UpperBound least = UpperBound::of(ball("1"));
    for (int i = 0; i < 100; ++i) {
      ++counts[fair(random)];
      least = smaller(least, sampler_p_value({evidence.e_value(counts)}));
    }
    accused += number_of(least) <= 0.05 ? 1 : 0;
  }
  CHECK(accused <= 10);  // at most 3 are expected
  for (int i = 0; i < 60000; ++i) ++others[unfair(random)];
  CHECK(number_of(sampler_p_value({evidence.e_value(others)})) < 1e-6);
}

TEST_CASE("evidence of draws: a cell without mass refutes at once", "[statistics][sampler]") {
  const CellEvidence evidence({mass("1"), UpperBound()});
  CHECK(number_of(sampler_p_value({evidence.e_value({1000, 1})})) < 1e-300);
  CHECK(std::fabs(number_of(sampler_p_value({evidence.e_value({1000, 0})})) - 1) < 0.01);
  CHECK_THROWS_AS(CellEvidence({}), std::invalid_argument);
}
