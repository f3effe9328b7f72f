/// Evidence against a promise, compared with sums in another library's numbers and with simulated runs.
#include "reference/statistics/promise_evidence.hpp"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <map>
#include <random>
#include <stdexcept>

#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

using Wide = boost::multiprecision::cpp_bin_float_100;

Wide ratio(long runs, long wrong, const Wide& g) {
  Wide sum = 0;
  for (int j = 1; j < 64; ++j) {
    const Wide q = g + (1 - g) * j / 64;
    sum += pow(q / g, static_cast<int>(wrong)) *
           pow((1 - q) / (1 - g), static_cast<int>(runs - wrong));
  }
  return sum / 63;
}

double level(const UpperBound& p) { return p.ball(Bits{64}).approximate(); }

}  // namespace

TEST_CASE("evidence against a promise: against sums", "[statistics][PROMISE-EVIDENCE]") {
  for (const long runs : {1L, 2L, 30L, 400L, 5000L}) {
    for (const long wrong : {0L, 1L, runs / 10, runs / 2, runs}) {
      for (const char* g : {"0.05", "0.5", "0.001"}) {
        CAPTURE(runs, wrong, g);
        const Wide p = 7 / ratio(runs, wrong, Wide(g));
        const UpperBound found = anytime_p_value(runs, wrong, Rational::parse(g), 7);
        if (p >= 1) {
          CHECK(std::fabs(level(found) - 1) < 1e-8);
        } else if (p > Wide(1e-290)) {
          const double least = static_cast<double>(p);
          CHECK(level(found) >= least * (1 - 1e-12));
          CHECK(level(found) <= least * (1 + 1e-6));
        }
      }
    }
  }
}

TEST_CASE("evidence against a promise: a run's factor has the mean 1 at the promise, less below it",
          "[statistics][PROMISE-EVIDENCE]") {
  // For any counts the expectation of E(n + 1) over the next run is E(n).
  const Wide g("0.05");
  for (const long runs : {0L, 3L, 40L}) {
    for (const long wrong : {0L, runs / 3, runs}) {
      const Wide now = ratio(runs, wrong, g), one = ratio(runs + 1, wrong + 1, g),
                 none = ratio(runs + 1, wrong, g);
      CHECK(abs(g * one + (1 - g) * none - now) < Wide(1e-80) * now);
      CHECK(Wide("0.03") * one + Wide("0.97") * none < now);
    }
  }
}

TEST_CASE("evidence against a promise: at any time, kept promises are seldom accused",
          "[statistics][PROMISE-EVIDENCE]") {
  // 2000 sequences of 300 runs with probability 0.05 each, evaluated after each run: the share with p <= 0.05 at some
  // time is at most 0.05; then 150 of 2000 has probability below 10^-6.
  std::mt19937_64 random(11);
  std::bernoulli_distribution wrong(0.05);
  const auto p_of = [](long runs, long k) {
    return 1 / static_cast<double>(ratio(runs, k, Wide(0.05)));
  };
  std::map<std::pair<long, long>, double> known;
  int accused = 0;
  for (int i = 0; i < 2000; ++i) {
    long k = 0;
    for (long n = 1; n <= 300; ++n) {
      k += wrong(random) ? 1 : 0;
      if (20 * k < n * 2)
        continue;  // at most twice the promised rate, which is never an accusation: saves time
      auto& p = known[{n, k}];
      if (p == 0) p = p_of(n, k);
      if (p > 0.05) continue;
      ++accused;
      break;
    }
  }
  CHECK(accused < 150);
  CHECK(accused > 0);
}

TEST_CASE("evidence against a promise: refusals", "[statistics]") {
  const Rational g = Rational::parse("0.05");
  CHECK_THROWS_AS(anytime_p_value(3, 4, g, 1), std::invalid_argument);
  CHECK_THROWS_AS(anytime_p_value(3, -1, g, 1), std::invalid_argument);
  CHECK_THROWS_AS(anytime_p_value(3, 1, g, 0), std::invalid_argument);
  CHECK_THROWS_AS(anytime_p_value(3, 1, Rational(1), 1), std::invalid_argument);
  CHECK_THROWS_AS(anytime_p_value(3, 1, Rational(0), 1), std::invalid_argument);
}
