/// Binomial tails and confidence limits, compared with sums in another library's numbers.
#include "reference/statistics/binomial.hpp"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <ios>
#include <vector>

#include "reference/statistics/clopper_pearson.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

using Wide = boost::multiprecision::cpp_bin_float_100;

constexpr Bits kBits{192};

Wide wide(const std::string& decimal) { return Wide(decimal); }

/// Returns P(Bin(n, p) <= k), term by term from i = 0, with integer C(n, i).
Wide summed(long n, long k, const Wide& p) {
  Wide choose = 1, sum = 0;
  for (long i = 0; i <= k; ++i) {
    sum += choose * pow(p, static_cast<int>(i)) * pow(Wide(1) - p, static_cast<int>(n - i));
    choose = choose * (n - i) / (i + 1);
  }
  return sum;
}

Ball ball_of(const Wide& x, Bits bits = kBits) {
  const Ball near(Rational::parse(x.str(60, std::ios::scientific)), bits);
  return widen(near, UpperBound::of(near * Ball(power_of_ten(-50), bits)));
}

std::vector<long> counts(long n) {
  std::vector<long> out;
  for (const long k : {0L, 1L, n / 3, n / 2, n - 1, n}) {
    if (k >= 0 && k <= n) out.push_back(k);
  }
  return out;
}

}  // namespace

TEST_CASE("binomial tails: both sides against sums from 0", "[statistics][TRIALS-TAIL]") {
  for (const long n : {1L, 2L, 7L, 60L, 900L}) {
    for (const long k : counts(n)) {
      for (const char* p : {"1e-9", "0.03", "0.5", "0.97"}) {
        CAPTURE(n, k, p);
        const Chance chance = Chance::of(ball(p, kBits));
        const Ball found = binomial_at_most(n, k, chance).tail;
        check_meet(found, ball_of(summed(n, k, wide(p))), 40);
        CHECK(overlaps(binomial_at_least(n, n - k, chance.other()).tail, found));
      }
    }
  }
}

TEST_CASE("binomial tails: terms left out are inside the ball", "[statistics][TRIALS-TAIL]") {
  // A tenth of the sum is bounded instead of summed: the bound is necessary and not ten times too large.
  for (const long n : {100L, 2000L}) {
    for (const long k : {n / 3, n / 4}) {
      CAPTURE(n, k);
      const Chance chance = Chance::of(ball("0.4", kBits));
      const Ball all = binomial_at_most(n, k, chance).tail,
                 part = binomial_at_most(n, k, chance, 0.1).tail;
      CHECK(overlaps(all, part));
      CHECK(certainly_less(part.lower(), all));
      CHECK(certainly_less(part.upper() - all, all / 4));
    }
  }
}

TEST_CASE("binomial mass: of ten million trials, by its neighbours", "[statistics]") {
  const Chance chance = Chance::of(ball("0.3", kBits));
  const long n = 10'000'000, k = 2'998'000;
  const Ball here = binomial_mass(n, k, chance), next = binomial_mass(n, k + 1, chance);
  check_meet(next, here * (n - k) / (k + 1) * chance.p / chance.q, 35);
}

TEST_CASE("Clopper-Pearson: the level lies between the sums at both ends",
          "[statistics][CLOPPER-PEARSON]") {
  for (const long n : {1L, 2L, 9L, 150L, 2000L}) {
    for (const long k : counts(n)) {
      for (const char* level : {"0.025", "1e-9", "0.6"}) {
        CAPTURE(n, k, level);
        const Ball limit = clopper_pearson_upper(n, k, number(level), 20);
        CHECK(limit.relative_digits() >= 20);
        if (k == n) {
          CHECK((limit.is_exact() && limit.contains(Rational(1))));
          continue;
        }
        const auto [low, high] = limit.decimal_bounds(40);
        CHECK(summed(n, k, wide(low)) >= wide(level));
        CHECK(summed(n, k, wide(high)) <= wide(level));
      }
    }
  }
}

TEST_CASE("Clopper-Pearson: closed forms, and the other side", "[statistics][CLOPPER-PEARSON]") {
  for (const long n : {1L, 30L, 10'000'000L}) {
    CAPTURE(n);
    const Ball g = ball("0.05", kBits), one = Ball::integer(1, kBits);
    const Ball none = one - exp(log(g) / n), all_but_one = exp(log(one - g) / n);
    for (const int digits : {1, 20}) {  // with few digits an error would be visible
      check_meet(clopper_pearson_upper(n, 0, number("0.05"), digits), none, digits);
      check_meet(clopper_pearson_upper(n, n - 1, number("0.05"), digits), all_but_one, digits);
      check_meet(clopper_pearson_lower(n, n, number("0.05"), digits), exp(log(g) / n), digits);
    }
    CHECK(clopper_pearson_lower(n, 0, number("0.05"), 20).is_exactly_zero());
  }
  CHECK(approximate_clopper_pearson(1000, 12, 0.025) ==
        Approx(clopper_pearson_upper(1000, 12, number("0.025"), 15).approximate()));
}
