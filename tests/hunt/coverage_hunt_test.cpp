/// Hunts for auditors whose bounds exceed the truth too often; the auditors are functions of this file.
#include "verify/hunt/coverage_hunt.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "reference/statistics/clopper_pearson.hpp"
#include "tests/support.hpp"
#include "verify/base/exit_code.hpp"

using namespace plumbline;
using Json = nlohmann::json;

namespace {

using Auditor = std::function<double(const Json& question)>;

long count_above(const Json& scores, double threshold) {
  return std::count_if(scores.begin(), scores.end(),
                       [threshold](const Json& x) { return x.get<double>() > threshold; });
}

/// Returns the bound of one threshold from Clopper-Pearson limits, with half of the error each; for trials only.
double bound_at(const Json& q, double threshold) {
  if (q["design"] == "one-run") return 0;
  const long members = static_cast<long>(q["members"].size()),
             others = static_cast<long>(q["others"].size());
  const double alpha =
      approximate_clopper_pearson(others, count_above(q["others"], threshold), 0.025);
  const double beta =
      approximate_clopper_pearson(members, members - count_above(q["members"], threshold), 0.025);
  const double power = 1 - beta - q["at"]["delta"].get<double>();
  return power > alpha ? std::log(power / alpha) : 0;
}

double fixed_threshold(const Json& q) { return bound_at(q, 0.5); }

/// Returns the observed ratio at the threshold where it is largest, as if it were the true ratio.
double best_ratio(const Json& q) {
  const double members = static_cast<double>(q["members"].size()),
               others = static_cast<double>(q["others"].size());
  double best = 0;
  for (const Json& x : q["others"]) {
    const double seen = static_cast<double>(count_above(q["members"], x)) / members,
                 falsely = static_cast<double>(count_above(q["others"], x)) / others,
                 power = seen - q["at"]["delta"].get<double>();
    if (falsely > 0 && power > falsely) best = std::max(best, std::log(power / falsely));
  }
  return best;
}

CoverageHuntResult hunted(const Auditor& auditor, long questions, uint64_t seed = 1) {
  CoverageHuntOptions options;
  options.questions = questions;
  options.seconds = 600;
  options.seed = seed;
  return hunt_coverage(options, [&auditor](const ChildQuestion& asked) {
    const Json question = Json::parse(asked.text);
    const Json answer = {{"id", question["id"]}, {"value", auditor(question)}};
    return ChildAnswer{ChildAnswer::Ending::line, answer.dump(), 0};
  });
}

}  // namespace

TEST_CASE("hunt for coverage: a threshold chosen on the same scores is found", "[hunt][coverage]") {
  const CoverageHuntResult result = hunted(best_ratio, 300);
  CHECK(coverage_hunt_exit_code(result) == kWrong);
  for (const CoverageFind& find : result.finds) {
    CAPTURE(find.setting.text());
    CHECK(find.asked > 0);
    if (!find.violated) continue;
    CHECK(find.largest > 0);
    CHECK(best_ratio(Json::parse(find.example)) == find.largest);
  }
  CHECK(result.finds[0].violated);  // many thresholds, and no true effect
  const std::string lines = coverage_finds_lines(result, "best");
  REQUIRE(!lines.empty());
  CHECK(Json::parse(lines.substr(0, lines.find('\n')))["auditor"] == "best");
  CHECK(coverage_finds_text(result).find("VIOLATED, p-value at most") != std::string::npos);
}

TEST_CASE("hunt for coverage: a right auditor is not accused", "[hunt][coverage]") {
  for (const uint64_t seed : {1, 2}) {
    const CoverageHuntResult result = hunted(fixed_threshold, 200, seed);
    CHECK(coverage_hunt_exit_code(result) == kAllAsAsked);
    CHECK(result.judged() == 200);
    CHECK(coverage_finds_lines(result, "fixed").empty());
  }
}

TEST_CASE("hunt for coverage: above the truth is more than a rounding above it",
          "[hunt][coverage]") {
  const auto with = [](double factor, double more) {
    return hunted(
        [&](const Json& q) {
          CoverageSetting setting;
          setting.law = ScoreLaw::gaussian;
          setting.delta = 0.01;
          const bool is_gaussian =
              q["members"].size() == 200 && q["at"]["delta"] == 0.01 &&
              q["members"][0].get<double>() != std::floor(q["members"][0].get<double>());
          return is_gaussian ? factor * true_epsilon(setting).approximate() + more : more;
        },
        60);
  };
  CHECK(!with(0, 1e-10).violated());
  CHECK(with(0, 1e-6).finds[0].above > 0);
  long above = 0;
  for (const CoverageFind& find : with(1 + 1e-6, 0).finds) {
    if (find.setting.law == ScoreLaw::gaussian) above += find.above;
  }
  CHECK(above == 0);
  for (const CoverageFind& find : with(1 + 1e-4, 0).finds) {
    const bool asked = find.setting.law == ScoreLaw::gaussian && find.setting.members == 200;
    if (asked) CHECK(find.above == find.runs);
  }
}

TEST_CASE("hunt for coverage: the same seed asks the same, and what is no answer is said",
          "[hunt][coverage]") {
  std::vector<std::string> asked[2];
  for (std::vector<std::string>& all : asked) {
    CoverageHuntOptions options;
    options.questions = 1000;
    options.seconds = 600;
    const CoverageHuntResult result = hunt_coverage(options, [&all](const ChildQuestion& question) {
      all.push_back(question.text);
      const char* answers[] = {R"({"id":-7,"value":1})", R"({"value":"much"})", "no JSON"};
      return ChildAnswer{ChildAnswer::Ending::line, answers[all.size() % 3], 0};
    });
    CHECK(coverage_hunt_exit_code(result) == kBadInput);
    CHECK(result.judged() == 0);
    CHECK(all.size() == 3 * result.finds.size());  // after three failures the setting is abandoned
  }
  CHECK(asked[0] == asked[1]);
}

TEST_CASE("hunt for coverage: what the experiments stand for", "[hunt][coverage]") {
  std::mt19937_64 random(7);
  for (const CoverageSetting& setting : coverage_settings()) {
    CAPTURE(setting.text());
    const double truth = true_epsilon(setting).approximate();
    const SyntheticScores scores = draw_scores(setting, random);
    if (setting.one_run) {
      CHECK(static_cast<long>(scores.members.size() + scores.others.size()) == setting.members);
    } else {
      CHECK(static_cast<long>(scores.members.size()) == setting.members);
    }
    // delta(epsilon) of randomized response is 1 - beta - e^epsilon alpha at its only corner
    const double p = 1 / (1 + std::exp(-1.0));
    if (setting.law == ScoreLaw::response) {
      CHECK(std::fabs(p - setting.delta - std::exp(truth) * (1 - p)) < 1e-9);
    } else if (setting.law == ScoreLaw::gaussian) {
      CHECK(truth > 1.5);
    } else {
      CHECK(truth == 0);
    }
  }
}
