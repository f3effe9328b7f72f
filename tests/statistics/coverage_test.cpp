/// Coverage: how often attacks on mechanisms without leakage refute that there is no leakage. Nightly runs make 10^5
/// attacks for each rule.
#include <algorithm>

#include "reference/statistics/binomial.hpp"
#include "reference/statistics/one_run.hpp"
#include "reference/statistics/score_bands.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

const ErrorShares kShares = ErrorShares::of(number("0.95"), number("0.5"));
const Poll no_poll = [] {};

/// Returns P(Bin(runs, promised) >= refuted), the p-value of the promise.
double promise(long runs, long refuted, const std::string& promised) {
  if (refuted == 0) return 1;
  return binomial_at_least(runs, refuted, Chance::of(ball(promised))).tail.approximate();
}

/// Both limits by the number of false positives or misses among n, rounded up.
struct Limits {
  std::vector<double> alpha, beta;
};
Limits limits_of(const ErrorBand& band, long n) {
  Limits out;
  for (long k = 0; k <= n; ++k) {
    const ErrorLimits here = band.limits({k, n, k, n}, 12);
    out.alpha.push_back(here.alpha.upper().approximate() * (1 + 1e-12));
    out.beta.push_back(here.beta.upper().approximate() * (1 + 1e-12));
  }
  return out;
}

double uniform(SplitMix& random) { return static_cast<double>(random.next() >> 11U) * 0x1p-53; }

/// Returns scores of one law, with ties unless `places` is 0.
std::vector<double> scores(SplitMix& random, long n, double places) {
  std::vector<double> out;
  for (long i = 0; i < n; ++i) {
    const double x = uniform(random);
    out.push_back(places > 0 ? std::floor(x * places) / places : x);
  }
  return out;
}

/// Returns true if some allowed cut refutes that there is no leakage.
bool refutes(const Scores& judged, const std::vector<double>& cuts, const Limits& limits) {
  return std::any_of(cuts.begin(), cuts.end(), [&](double cut) {
    const TrialCounts c = counts_at(judged, cut);
    return limits.alpha[static_cast<size_t>(c.false_positives)] +
               limits.beta[static_cast<size_t>(c.misses)] <
           1;
  });
}

long refuted(ThresholdRule rule, long n, long runs, double places) {
  const bool split = rule == ThresholdRule::split;
  const long size = split ? n / 2 : n;
  const std::vector<double> list = {0.25, 0.5, 0.75};
  const Limits limits = limits_of(ErrorBand::of(rule, size, size, kShares, 3, no_poll), size);
  SplitMix random(2026);
  long out = 0;
  for (long i = 0; i < runs; ++i) {
    Scores given{scores(random, n, places), scores(random, n, places)};
    std::vector<double> cuts =
        rule == ThresholdRule::explicit_one ? std::vector<double>{0.5} : list;
    if (split) {
      const SplitScores parts = split_scores(given, static_cast<std::uint64_t>(i));
      cuts = {chosen_cut(parts.choose)};
      given = parts.judge;
    }
    given = sorted(std::move(given));
    const bool any =
        !split && rule != ThresholdRule::explicit_one && rule != ThresholdRule::bonferroni;
    if (any) cuts = all_cuts(given);
    out += refutes(given, cuts, limits) ? 1 : 0;
  }
  return out;
}

void say(const std::string& rule, long runs, long times) {
  if (iterations(1) > 1) WARN(rule << ": " << times << " of " << runs << " refuted");
}

}  // namespace

TEST_CASE("coverage: no rule for thresholds refutes what is true more often than promised",
          "[statistics][sweep][SCORE-CUTS][SCORE-DKW][SCORE-EQUAL]") {
  const long runs = iterations(1000) * (iterations(1) > 1 ? 10 : 1);
  for (const double places : {0.0, 8.0}) {
    for (const ThresholdRule rule :
         {ThresholdRule::explicit_one, ThresholdRule::split, ThresholdRule::bonferroni,
          ThresholdRule::all_cuts, ThresholdRule::dkw, ThresholdRule::equal_level}) {
      const long times = refuted(rule, 60, runs, places);
      CAPTURE(threshold_rule_name(rule), places, times, runs);
      CHECK(promise(runs, times, "0.05") > 1e-6);
      say(threshold_rule_name(rule) + (places > 0 ? ", ties" : ""), runs, times);
    }
  }
}

TEST_CASE("coverage: counts and one run refute what is true no more often than promised",
          "[statistics][sweep][CLOPPER-PEARSON][ONE-RUN-EXCHANGE]") {
  const long runs = iterations(1000) * (iterations(1) > 1 ? 10 : 1);
  SplitMix random(7);
  const Limits limits =
      limits_of(ErrorBand::of(ThresholdRule::explicit_one, 100, 100, kShares, 1, no_poll), 100);
  for (const double rate : {0.02, 0.5}) {
    long times = 0;
    for (long i = 0; i < runs; ++i) {
      size_t alarms = 0, misses = 0;
      for (int k = 0; k < 100; ++k) alarms += uniform(random) < rate ? 1 : 0;
      for (int k = 0; k < 100; ++k) misses += uniform(random) < rate ? 0 : 1;
      times += limits.alpha[alarms] + limits.beta[misses] < 1 ? 1 : 0;
    }
    CAPTURE(rate, times, runs);
    CHECK(promise(runs, times, "0.05") > 1e-6);
    say("trials, rate " + std::to_string(rate), runs, times);
  }
  // The smallest number of correct guesses among 200 that refutes epsilon = 0.
  for (const char* delta : {"0", "1e-4"}) {
    long least = 0;
    const auto law = [&](long right) {
      return one_run_excess_law({200, 200, right}, Ball(Bits{96}), number(delta),
                                OneRunBound::exchange);
    };
    while (least <= 200 && !certainly_less(law(least), ball("0.05"))) ++least;
    long times = 0;
    for (long i = 0; i < runs; ++i) {
      long right = 0;
      for (int k = 0; k < 200; ++k) right += uniform(random) < 0.5 ? 1 : 0;
      times += right >= least ? 1 : 0;
    }
    CAPTURE(delta, least, times, runs);
    CHECK(promise(runs, times, "0.05") > 1e-6);
    say(std::string("one run, delta ") + delta, runs, times);
  }
}
