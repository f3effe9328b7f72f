/// Scores cut at thresholds: rules, bands that are valid at all cuts simultaneously, and their coverage.
#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>

#include "reference/statistics/binomial.hpp"
#include "reference/statistics/clopper_pearson.hpp"
#include "reference/statistics/equal_level.hpp"
#include "reference/statistics/score_bands.hpp"
#include "tests/share.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

using Wide = boost::multiprecision::cpp_bin_float_100;

const auto no_poll = [] {};
const ErrorShares kShares = ErrorShares::of(number("0.95"), number("0.5"));

/// Returns P(Bin(n, p) = i), with C(n, i) in wide numbers.
Wide mass(long n, long i, const Wide& p) {
  Wide choose = 1;
  for (long k = 1; k <= i; ++k) choose = choose * (n - k + 1) / k;
  return choose * pow(p, static_cast<int>(i)) * pow(Wide(1) - p, static_cast<int>(n - i));
}

/// Returns the root of P(Bin(n, p) <= k) = level, by bisection.
Wide limit(long n, long k, const Wide& level) {
  Wide low = 0, high = 1;
  for (int i = 0; i < 200; ++i) {
    const Wide p = (low + high) / 2;
    Wide sum = 0;
    for (long j = 0; j <= k; ++j) sum += mass(n, j, p);
    (sum >= level ? low : high) = p;
  }
  return low;
}

/// Returns P(U_(j) > u_j for some j), from the binomial counts between consecutive limits.
Wide crossing(long n, const Wide& local) {
  std::vector<Wide> masses(static_cast<size_t>(n) + 1, Wide(0));
  masses[0] = 1;
  Wide before = 0;
  for (long j = 1; j <= n; ++j) {
    const Wide now = limit(n, j - 1, local), p = (now - before) / (1 - before);
    std::vector<Wide> next(masses.size(), Wide(0));
    for (long i = j - 1; i <= n; ++i) {
      for (long k = std::max(i, j); k <= n; ++k) {
        next[static_cast<size_t>(k)] += masses[static_cast<size_t>(i)] * mass(n - i, k - i, p);
      }
    }
    masses = next;
    before = now;
  }
  Wide kept = 0;
  for (const Wide& x : masses) kept += x;
  return 1 - kept;
}

double number_of(const UpperBound& bound) { return std::exp(bound.log_approximate()); }

/// Returns the limits of alpha at every count, as doubles.
std::vector<double> limits_of(const ErrorBand& band, long n) {
  std::vector<double> out;
  for (long a = 0; a <= n; ++a) {
    out.push_back(band.limits({a, n, 0, n}, 8).alpha.midpoint().approximate());
  }
  return out;
}

/// Returns P(Bin(n, p) >= k).
double p_value(long n, long k, const char* p) {
  return binomial_at_least(n, k, Chance::of(ball(p))).tail.upper().approximate();
}

std::vector<double> drawn(Random& random, long n, double shift) {
  std::vector<double> out;
  for (long i = 0; i < n; ++i) out.push_back(random.uniform(0, 1) + shift);
  return out;
}

}  // namespace

TEST_CASE("equal level: a bound of the level, against a recursion in binomial numbers",
          "[statistics][SCORE-EQUAL][slow]") {
  for (const long n : {1L, 2L, 3L, 8L, 17L, 30L}) {
    for (const char* local : {"0.2", "0.01", "0.0003"}) {
      CAPTURE(n, local);
      const auto truth = static_cast<double>(crossing(n, Wide(local)));
      const double found = number_of(equal_level_bound(n, number(local), no_poll, 0));
      CHECK(found >= truth * (1 - 1e-7));
      CHECK(found <= truth * 1.01);
      CHECK(number_of(equal_level_bound(n, number(local), no_poll, 0.5)) >= truth * (1 - 1e-7));
    }
  }
  // In closed form: a single number exceeds its limit with the local probability.
  CHECK(number_of(equal_level_bound(1, number("0.03"), no_poll)) >= 0.03 * (1 - 1e-7));
}

TEST_CASE("equal level: local levels use what they may", "[statistics][SCORE-EQUAL][slow]") {
  for (const long n : {2L, 20L, 40L}) {
    CAPTURE(n);
    const Rational local = equal_local_level(n, number("0.025"), no_poll);
    const auto truth = static_cast<double>(crossing(n, Wide(local.text())));
    CHECK(truth <= 0.025);
    CHECK(truth >= 0.023);
  }
  CHECK_THROWS_WITH(equal_local_level(20, number("1e-9"), no_poll), Catch::Contains("10^-7"));
}

TEST_CASE("equal level: the input is judged", "[statistics][SCORE-EQUAL]") {
  const Rational local = equal_local_level(50, kShares.alpha, no_poll);
  CHECK_NOTHROW(ErrorBand::equal_level(50, 50, kShares, {local, local}, no_poll));
  for (const Rational& wrong : {local * number("1.1"), kShares.alpha, Rational(0), Rational(1)}) {
    CAPTURE(wrong.text());
    CHECK_THROWS_AS(ErrorBand::equal_level(50, 50, kShares, {local, wrong}, no_poll),
                    std::invalid_argument);
    CHECK_THROWS_AS(ErrorBand::equal_level(60, 50, kShares, {wrong, local}, no_poll),
                    std::invalid_argument);
  }
}

TEST_CASE("bands: what each rule's limits are", "[statistics][SCORE-CUTS][SCORE-DKW]") {
  const TrialCounts counts{3, 40, 9, 50};
  const auto limits = [&](ThresholdRule rule, long thresholds) {
    return ErrorBand::of(rule, 50, 40, kShares, thresholds, no_poll).limits(counts, 20);
  };
  const auto of_shares = [&](const char* alpha, const char* beta) {
    return error_limits(counts, {number(alpha), number(beta)}, 20);
  };
  const auto same = [](const ErrorLimits& a, const ErrorLimits& b) {
    check_meet(a.alpha, b.alpha, 19);
    check_meet(a.beta, b.beta, 19);
  };
  same(limits(ThresholdRule::explicit_one, 1), of_shares("0.025", "0.025"));
  same(limits(ThresholdRule::split, 1), of_shares("0.025", "0.025"));
  same(limits(ThresholdRule::bonferroni, 5), of_shares("0.005", "0.005"));
  same(limits(ThresholdRule::all_cuts, 77), of_shares("0.000625", "0.0005"));
  const ErrorLimits massart = limits(ThresholdRule::dkw, 77);
  check_meet(massart.alpha, ball("3/40") + sqrt(log(ball("40")) / 80), 19);
  check_meet(massart.beta, ball("9/50") + sqrt(log(ball("40")) / 100), 19);
  const ErrorLimits equal = limits(ThresholdRule::equal_level, 77),
                    cuts = limits(ThresholdRule::all_cuts, 77);
  CHECK(certainly_less(equal.alpha, cuts.alpha));
  CHECK(certainly_less(equal.beta, cuts.beta));
}

TEST_CASE("cuts: counts one by one, with ties", "[statistics]") {
  Random random(5);
  for (int i = 0; i < 50; ++i) {
    Scores scores;
    for (int k = random.integer(1, 30); k > 0; --k) scores.members.push_back(random.integer(0, 9));
    for (int k = random.integer(1, 30); k > 0; --k) scores.others.push_back(random.integer(0, 9));
    const Scores ordered = sorted(scores);
    for (const double t : {-1.0, 0.0, 3.0, 3.5, 9.0, 10.0}) {
      const auto below = [&](double x) { return x < t; };
      const TrialCounts c = counts_at(ordered, t);
      CHECK(c.misses == std::count_if(scores.members.begin(), scores.members.end(), below));
      CHECK(c.others - c.false_positives ==
            std::count_if(scores.others.begin(), scores.others.end(), below));
      CHECK(c.members == static_cast<long>(scores.members.size()));
    }
  }
}

TEST_CASE("split: the numbers are those published, and every score is in one part",
          "[statistics]") {
  SplitMix random(0);
  CHECK(random.next() == 0xE220A8397B1DCDAFU);
  CHECK(random.next() == 0x6E789E6AA1B965F4U);
  CHECK(random.next() == 0x06C45D188009454FU);
  Random draws(3);
  const Scores scores{drawn(draws, 11, 0.2), drawn(draws, 8, 0)};
  const SplitScores parts = split_scores(scores, 7), again = split_scores(scores, 7),
                    other = split_scores(scores, 8);
  CHECK(parts.choose.members == again.choose.members);
  CHECK(parts.judge.others == again.judge.others);
  CHECK(parts.choose.members != other.choose.members);
  Scores both = parts.choose;
  both.members.insert(both.members.end(), parts.judge.members.begin(), parts.judge.members.end());
  both.others.insert(both.others.end(), parts.judge.others.begin(), parts.judge.others.end());
  CHECK(sorted(both).members == sorted(scores).members);
  CHECK(sorted(both).others == sorted(scores).others);
  CHECK(parts.choose.members.size() == 5);
  CHECK(parts.judge.others.size() == 4);
}

TEST_CASE("scores: what is no score is refused", "[statistics]") {
  using Catch::Contains;
  CHECK_THROWS_WITH((Scores{{1, NAN}, {1, 2}}.check()), Contains("score 2 of the members"));
  CHECK_THROWS_WITH((Scores{{1, 2}, {INFINITY}}.check()), Contains("of the others"));
  CHECK_THROWS_AS((Scores{{1, 2}, {}}.check()), std::invalid_argument);
  CHECK_THROWS_AS((Scores{{}, {1, 2}}.check()), std::invalid_argument);
  CHECK_THROWS_WITH(threshold_rule("best"), Contains("all-cuts"));
}

TEST_CASE("bands: they hold at all cuts at once as often as promised",
          "[statistics][slow][SCORE-CUTS][SCORE-DKW][SCORE-EQUAL]") {
  constexpr long n = 40;
  const int runs = iterations(20000);
  for (const ThresholdRule rule :
       {ThresholdRule::all_cuts, ThresholdRule::dkw, ThresholdRule::equal_level}) {
    CAPTURE(threshold_rule_name(rule));
    const auto limits = limits_of(ErrorBand::of(rule, n, n, kShares, 1, no_poll), n);
    Random random(11);
    long missed = 0;
    for (int i = 0; i < runs; ++i) {
      std::vector<double> falling = drawn(random, n, 0);
      std::sort(falling.begin(), falling.end());
      // The tail at t is t; slightly above the (a+1)-st score only a scores are below t.
      bool holds = true;
      for (size_t a = 0; a < falling.size(); ++a) holds = holds && falling[a] <= limits[a];
      missed += holds ? 0 : 1;
    }
    CAPTURE(missed, runs);
    CHECK(p_value(runs, missed, "0.025") > 1e-6);
    // The rule uses its whole level.
    if (rule == ThresholdRule::equal_level) CHECK(50 * missed > runs);
  }
}

TEST_CASE(
    "thresholds chosen by each rule: scores of one law refute nothing more often than promised",
    "[statistics][sweep][SCORE-CUTS]") {
  constexpr long n = 30;
  const int runs = of_sweep(500, 2000);
  const CutWorth worth = epsilon_worth(Rational(0), Direction::worst);
  for (const ThresholdRule rule :
       {ThresholdRule::explicit_one, ThresholdRule::split, ThresholdRule::bonferroni,
        ThresholdRule::all_cuts, ThresholdRule::equal_level}) {
    CAPTURE(threshold_rule_name(rule));
    const bool split = rule == ThresholdRule::split;
    const long size = split ? n / 2 : n;
    const ErrorBand band = ErrorBand::of(rule, size, size, kShares, 3, no_poll);
    Random random(12);
    long refuted = 0;
    for (int i = 0; i < runs; ++i) {
      Scores scores{drawn(random, n, 0), drawn(random, n, 0)};
      std::vector<double> cuts = rule == ThresholdRule::explicit_one
                                     ? std::vector<double>{0.7}
                                     : std::vector<double>{0.3, 0.6, 0.9};
      if (split) {
        const SplitScores parts = split_scores(scores, static_cast<std::uint64_t>(i));
        cuts = {chosen_cut(parts.choose)};
        scores = parts.judge;
      }
      scores = sorted(scores);
      if (rule == ThresholdRule::all_cuts || rule == ThresholdRule::equal_level) {
        cuts = all_cuts(scores);
      }
      const auto [alpha, beta] =
          band.approximate(counts_at(scores, best_cut(scores, cuts, band, worth)));
      refuted += worth(alpha, beta) > 0 ? 1 : 0;
    }
    CAPTURE(refuted, runs);
    CHECK(p_value(runs, refuted, "0.05") > 1e-6);
  }
}
