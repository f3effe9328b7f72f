#include "verify/history/trends.hpp"

#include <cmath>
#include <random>

#include "tests/history/nights_support.hpp"
#include "verify/history/changes.hpp"

namespace plumbline {
namespace {

using namespace testing;

/// Ten nights, each as `plan` makes it.
template <class Plan>
std::vector<Trend> after_ten_nights(const Plan& plan, const TrendRules& rules = {}) {
  const Folder folder;
  History history(folder / "history", true);
  for (int night = 1; night <= 10; ++night) {
    NightPlan one;
    one.night = night;
    // Noise of a few percent, the same in every run.
    one.value_seconds = 2 + 0.03 * std::sin(7.0 * night);
    plan(&one);
    REQUIRE(history.add(night_of(folder, one)) == night);
  }
  return trends(history, rules);
}

TEST_CASE("history: ten nights alike are no trend", "[history]") {
  CHECK(after_ten_nights([](NightPlan*) {}).empty());
}

TEST_CASE("history: a slow-down of a few percent each night is noticed", "[history]") {
  const auto found = after_ten_nights(
      [](NightPlan* plan) { plan->value_seconds *= std::pow(1.025, plan->night - 1); });
  REQUIRE(found.size() == 1);
  CHECK(found[0].kind == Trend::Kind::slower);
  CHECK(found[0].part == "cases/a.toml");
  CHECK(found[0].from == 1);
  CHECK(found[0].to == 10);
  CHECK_THAT(found[0].message, Catch::Contains("% slower over 10 nights"));
  // No single night is a jump, and half of that is let pass.
  const auto little = after_ten_nights(
      [](NightPlan* plan) { plan->value_seconds *= std::pow(1.012, plan->night - 1); });
  CHECK(little.empty());
}

TEST_CASE("history: a jump of the last night is noticed, another machine's is not", "[history]") {
  const auto last = [](NightPlan* plan) {
    if (plan->night == 10) plan->value_seconds = 5;
  };
  const auto found = after_ten_nights(last);
  REQUIRE(found.size() == 1);
  CHECK_THAT(found[0].message, Catch::Contains("% slower than in the nights before"));

  const Folder folder;
  History history(folder / "history", true);
  for (int night = 1; night <= 10; ++night) {
    NightPlan plan;
    plan.night = night;
    last(&plan);
    Night one = night_of(folder, plan);
    if (night == 10) one.machine = "a slower one";
    history.add(one);
  }
  CHECK(trends(history, {}).empty());
}

TEST_CASE("history: a bound that is loosened bit by bit is noticed", "[history]") {
  const auto found = after_ten_nights([](NightPlan* plan) {
    plan->looseness = fmt::format("{:.6f}", 0.01 * std::pow(1.004, plan->night - 1));
  });
  REQUIRE(found.size() == 1);
  CHECK(found[0].kind == Trend::Kind::looser);
  CHECK(found[0].part == "tight 1: pld (upper)");
  CHECK(found[0].place == "cases/b.jsonl:2");
  CHECK(found[0].message == "off by 0.01037 of the truth, was 0.01");
}

TEST_CASE("history: a flipped verdict is noticed, whenever it was, in both directions",
          "[history]") {
  for (const int when : {2, 6, 10}) {
    CAPTURE(when);
    const auto found = after_ten_nights([when](NightPlan* plan) {
      if (plan->night >= when) plan->verdict = "violated";
    });
    REQUIRE(found.size() == 1);
    CHECK(found[0].kind == Trend::Kind::flipped);
    CHECK(found[0].part == "fair 1: pld (upper)");
    CHECK(found[0].question == "delta(epsilon=1)");
    CHECK(found[0].message == "sound became violated, material");
    CHECK(found[0].to == when);
  }
  // One night alone: there and back.
  const auto found = after_ten_nights([](NightPlan* plan) {
    if (plan->night == 5) plan->verdict = "violated";
  });
  CHECK(found.size() == 2);
  // A verdict that was not reached says nothing; one that is no longer reached does.
  const auto reached = after_ten_nights([](NightPlan* plan) {
    if (plan->night < 5) plan->verdict = "undecided";
  });
  CHECK(reached.empty());
  const auto lost = after_ten_nights([](NightPlan* plan) {
    if (plan->night >= 5) plan->verdict = "undecided";
  });
  CHECK(lost.size() == 1);
}

TEST_CASE("history: enclosures of all nights must meet, and keep their digits", "[history]") {
  const auto apart = after_ten_nights([](NightPlan* plan) {
    if (plan->night == 7) plan->lower = plan->upper = "0.126936737506645";
  });
  REQUIRE(apart.size() == 6);  // three values; of each the strange night, and the next
  CHECK(apart[0].kind == Trend::Kind::apart);
  const auto fewer = after_ten_nights([](NightPlan* plan) { plan->digits -= 0.12 * plan->night; });
  REQUIRE(fewer.size() == 3);
  CHECK(fewer[0].kind == Trend::Kind::fewer_digits);
  CHECK(fewer[0].message == "14.0 digits, had 15.1");
}

TEST_CASE("history: what lies before --since counts no more", "[history]") {
  const auto flip = [](NightPlan* plan) {
    if (plan->night >= 4) plan->verdict = "violated";
  };
  TrendRules rules;
  rules.since = 4;
  CHECK(after_ten_nights(flip, rules).empty());
  rules.since = 3;
  CHECK(after_ten_nights(flip, rules).size() == 1);
  rules.since = 0;
  rules.nights = 5;
  CHECK(after_ten_nights(flip, rules).empty());
}

TEST_CASE("history: growth is the median slope, and nothing where it may be chance", "[history]") {
  std::vector<double> steady, noise;
  for (int i = 0; i < 10; ++i) steady.push_back(3 * std::pow(1.05, i));
  CHECK(robust_growth(steady) == Approx(std::pow(1.05, 9) - 1).epsilon(1e-12));
  steady[4] = 100;  // one night on a busy machine
  CHECK(robust_growth(steady) == Approx(std::pow(1.05, 9) - 1).epsilon(0.1));
  CHECK(robust_growth({1, 2, 4, 8}) == 0);  // too few
  std::mt19937 random(20260301);
  std::lognormal_distribution<double> busy(0, 0.1);
  int alarms = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    noise.clear();
    for (int i = 0; i < 10; ++i) noise.push_back(busy(random));
    alarms += robust_growth(noise) > 0.2 ? 1 : 0;
  }
  CHECK(alarms < 40);  // of 1000: times that vary by ten percent hardly ever look like a trend
}

TEST_CASE("history: what changed between two nights, in words", "[history]") {
  const Folder folder;
  History history(folder / "history", true);
  NightPlan plan;
  history.add(night_of(folder, plan));
  plan.night = 2;
  plan.verdict = "violated";
  plan.looseness = "0.02";
  plan.value_seconds = 4;
  plan.claims = 4;
  history.add(night_of(folder, plan));
  std::vector<std::string> said;
  for (const NightChange& change : changes_between(history, 1, 2)) {
    said.push_back(change.kind + " " + change.part + " " + change.before + " " + change.after);
  }
  CHECK(said == std::vector<std::string>{
                    "verdict fair 1: pld (upper) sound violated, material",
                    "looser tight 1: pld (upper) 0.01 0.02", "slower cases/a.toml 6 s 12 s",
                    "new fair 1: pld (upper)  1 answer", "new tight 1: pld (upper)  1 answer"});
  const auto nights = history.nights();
  CHECK(find_night(nights, "2026-03-02").id == 2);
  CHECK(find_night(nights, "2026").id == 2);
  CHECK(find_night(nights, "1").id == 1);
  CHECK_THROWS_WITH(find_night(nights, "x"), Catch::Contains("there is no night 'x'"));
}

}  // namespace
}  // namespace plumbline
