/// Near-recurrences of a line from short vectors: the list contains every node that has not decayed, and is short.
#include "reference/engines/sieve/return_list.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/planner.hpp"
#include "reference/engines/sieve/sieve.hpp"
#include "tests/share.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

const auto none = [] {};

/// Returns |K(c+ikD)|/K(c) for k = first .. first + count - 1, in balls.
std::vector<double> sizes_from(const Composition& composition, double c, double D, long first,
                               size_t count) {
  const Bits p{160};
  const Ball step = Ball::from_binary64(D, p);
  std::vector<double> out(count, 1);
  for (const Factor& f : composition.factors()) {
    const auto values =
        measure_of(*f.mechanism).transform_on_segment(c, step * first, step, count, p, none);
    const double K = measure_of(*f.mechanism).transform(c, p).approximate();
    for (size_t k = 0; k < count; ++k) {
      const double ratio = values[k].magnitude().ball(p).approximate() / K;
      out[k] *= std::pow(ratio, f.count.approximate());
    }
  }
  return out;
}

std::string some_noise(Random* random) {
  const int kind = random->integer(0, 3);
  const std::string p = Random::text(random->log_uniform(0.02, 0.5));
  const std::string steps = ")^" + std::to_string(random->integer(8, 60));
  if (kind == 0) return "skellam(mu=" + Random::text(random->log_uniform(1, 6)) + steps;
  const std::string sigma = Random::text(random->log_uniform(0.7, 2));
  if (kind == 1) return "subsampled(skellam(mu=" + sigma + "),p=" + p + steps;
  return "subsampled(discrete_gaussian(sigma=" + sigma + "),p=" + p + steps;
}

}  // namespace

TEST_CASE("return list: no node is missed that has not decayed",
          "[engines][returns][RETURNS-LIST]") {
  Random random(2811);
  size_t large = 0;
  for (int i = 0; i < iterations(8); ++i) {
    std::string mechanism = some_noise(&random);
    if (i % 2 == 1) mechanism += " * " + some_noise(&random);
    const Composition composition = Composition::parse(mechanism);
    const double c = std::round(random.uniform(-6, 6) * 64) / 64 + 0.0078125;
    const double deviation = composition.approximate_location(0).deviation;
    const double D = rounded(random.uniform(0.2, 1) / deviation, 20);
    fourier::ReturnList list(composition, c, Ball::from_binary64(D, Bits{64}), Bits{96}, none);
    constexpr size_t kCount = 6000;
    for (const long first : {1L, 20000L, 700000L}) {
      const long last = first + static_cast<long>(kCount) - 1;
      const std::vector<double> truth = sizes_from(composition, c, D, first, kCount);
      for (const long need : {1000L, 5000L, 16000L}) {
        CAPTURE(mechanism, c, D, first, need);
        std::vector<long> nodes;
        long steps = 0;
        if (!list.list(first, last, need, 1e7, none, &nodes, &steps)) continue;
        CHECK(std::is_sorted(nodes.begin(), nodes.end()));
        const double share = std::exp2(-static_cast<double>(need) / 1024);
        for (size_t k = 0; k < kCount; ++k) {
          if (!(truth[k] > share)) continue;
          ++large;
          CHECK(std::binary_search(nodes.begin(), nodes.end(), first + static_cast<long>(k)));
        }
        if (need == 1000) CHECK(nodes.size() < kCount / 4);
      }
    }
  }
  CHECK(large > 100);
}

TEST_CASE("return list: far returns are found at once", "[engines][returns][RETURNS-LIST]") {
  // Losses log((1-p) + p e^{(2x-1)/18}): visiting ten thousand million nodes one by one would take a minute.
  const Composition composition =
      Composition::parse("subsampled(discrete_gaussian(sigma=3),p=0.01)^1000");
  const double c = -26.25, D = 6.125;
  fourier::ReturnList list(composition, c, Ball::from_binary64(D, Bits{64}), Bits{96}, none);
  size_t found = 0;
  for (long first = 5000; first < 40000000000; first *= 2) {
    std::vector<long> nodes;
    long steps = 0;
    constexpr long kNeed = 90000;
    REQUIRE(list.list(first, 2 * first - 1, kNeed, 1e5, none, &nodes, &steps));
    CHECK(steps < 400000);
    found += nodes.size();
    // Each listed node has a large transform, compared with 2^-300 and less at random nodes.
    for (size_t i = 0; i < std::min<size_t>(nodes.size(), 3); ++i) {
      CHECK(sizes_from(composition, c, D, nodes[i], 1)[0] > 0x1p-200);
    }
  }
  CHECK(found > 0);
}

TEST_CASE("return list: of many atoms those that matter", "[engines][returns][slow]") {
  const Composition composition = Composition::parse("subsampled(binomial(n=400),p=0.05)^400");
  // 400 losses, more than a line supports: approximately 200 weigh 2^-80 or more.
  for (const char* t : {"-0.2", "0.2"}) {
    const plumbline::Real at(number(t));
    const Ball found = plan(composition, "returns")->answer(Question::delta, at, Effort{14}).value;
    CHECK(found.relative_digits() >= 14);
    CHECK(overlaps(found,
                   plan(composition, "lattice")->answer(Question::delta, at, Effort{2}).value));
  }
}

TEST_CASE(
    "return list: sampled integer noise in both directions, beside lists of types and lattices",
    "[engines][returns][slow]") {
  Random random(77);
  for (int i = 0; i < of_sweep(1, 3); ++i) {
    const std::string mechanism =
        "subsampled(discrete_gaussian(sigma=" + Random::text(random.log_uniform(1, 5)) +
        "),p=" + Random::text(random.log_uniform(0.001, 0.05)) + ")^" +
        std::to_string(random.integer(300, 3000));
    const Composition composition = Composition::parse(mechanism);
    const auto lines = plan(composition, "returns"), other = plan(composition, "returns"),
               grid = plan(composition, "lattice");
    other->vary();
    const double deviation = composition.approximate_location(0).deviation;
    for (const double at : {-2.0, -0.5, 1.0}) {
      const std::string t = Random::text(rounded(at * deviation, 12));
      CAPTURE(mechanism, t);
      for (const Question question : {Question::delta, Question::one_minus_delta}) {
        const plumbline::Real level(number(t));
        const Ball found = lines->answer(question, level, Effort{12}).value;
        CHECK(found.relative_digits() >= 10);
        CHECK(overlaps(found, other->answer(question, level, Effort{12}).value));
        CHECK(overlaps(found, grid->answer(question, level, Effort{3}).value));
      }
    }
  }
}
