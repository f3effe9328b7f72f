/// The hunt against the accountants of this test: it finds and simplifies each planted fault, and finds nothing in a
/// sound accountant.
#include "verify/hunt/hunt.hpp"

#include <fmt/format.h>

#include <cmath>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "reference/arithmetic/running/stopwatch.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/ask.hpp"
#include "tests/hunt/accountant.hpp"
#include "tests/share.hpp"
#include "verify/claims/results/run.hpp"
#include "verify/hunt/records/hunt_record.hpp"
#include "verify/hunt/records/hunt_text.hpp"
#include "verify/hunt/records/map.hpp"
#include "verify/hunt/records/truths.hpp"
#include "verify/hunt/shrink.hpp"

using namespace plumbline;
using Catch::Contains;
using plumbline::testing::planted_faults;
using plumbline::testing::PlantedFault;
using plumbline::testing::test_accountant;

namespace {

/// Returns a factory of children that are functions.
ChildFactory functions(const std::string& fault) {
  return [fault]() -> AskChild {
    return [fault](const ChildQuestion& question) {
      const Stopwatch watch;
      std::string text = test_accountant(question.text, fault);
      return ChildAnswer{ChildAnswer::Ending::line, std::move(text), watch.seconds()};
    };
  };
}

/// Returns blocks of settings that the test accountants support and whose truth is cheap to compute.
const std::map<std::string, std::string>& mechanisms() {
  static const std::map<std::string, std::string> blocks = {
      {"gaussian", R"(kind = "gaussian"
sigma = [{from = 0.3, to = 30, scale = "log"}, {from = 0.1, to = 1000, scale = "log"}]
steps = [1, {from = 1, to = 100000, scale = "log", integer = true}]
)"},
      {"sampled_once", R"(kind = "subsampled_gaussian"
relations = ["add_remove", "add_remove", "remove", "add"]
sigma = {from = 0.6, to = 10, scale = "log"}
sampling_rate = [{from = 1e-3, to = 0.5, scale = "log", weight = 2}, {from = 0.5, to = 0.99}]
steps = 1
)"},
      {"sampled", R"(kind = "subsampled_gaussian"
sigma = {from = 0.6, to = 3, scale = "log"}
sampling_rate = {from = 0.01, to = 0.9, scale = "log"}
steps = {from = 2, to = 8, integer = true}
)"},
      {"laplace", R"(kind = "laplace"
scale = {from = 0.2, to = 30, scale = "log"}
steps = [1, {from = 2, to = 20, scale = "log", integer = true}]
)"},
      {"randomized_response", R"(kind = "randomized_response"
noise_parameter = {from = 0.1, to = 0.99}
num_buckets = {from = 2, to = 10, integer = true}
steps = {from = 1, to = 30, scale = "log", integer = true}
)"},
      {"approx_dp", R"(kind = "approx_dp"
epsilon = {from = 0.01, to = 5, scale = "log"}
delta = [0, {from = 1e-9, to = 1e-3, scale = "log"}]
steps = {from = 1, to = 20, scale = "log", integer = true}
)"}};
  return blocks;
}

/// Returns the space with the named block, or with all of the cheapest ones.
Space space_of(const std::string& name) {
  std::string text;
  for (const auto& [key, block] : mechanisms()) {
    if (key == name || (name == "all" && key != "sampled")) text += "[[mechanism]]\n" + block;
  }
  text += R"([questions]
delta = [{at = "typical", weight = 6}, {from = 0.01, to = 20, scale = "log", weight = 3}, {from = -2, to = 0, weight = 0.5}, {at = "kink", weight = 1}]
epsilon = [{from = 1e-10, to = 0.1, scale = "log", weight = 2}, {from = 1e-18, to = 1e-10, scale = "log"}]
)";
  return Space::parse(text, "the test's space");
}

HuntOptions options_for(long questions, uint64_t seed = 1, const std::string& space = "all") {
  HuntOptions options;
  options.space = space_of(space);
  options.questions = questions;
  options.seed = seed;
  options.examine.oracle_seconds = 0.5;
  options.shrink_settings = 60;
  return options;
}

/// Returns true if the hunt finds the planted fault. Prints a row of the table in docs/hunting.md, with seconds of
/// processor time.
bool found_as_planted(const PlantedFault& fault, HuntOptions options) {
  options.most_causes = 1;
  const std::clock_t start = std::clock();
  const HuntResult result = hunt(options, functions(fault.name));
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  CAPTURE(fault.name, hunt_summary(result));
  if (result.causes.empty()) return false;
  CHECK(result.causes.size() == 1);
  const Cause& cause = result.causes.front();
  if (cause.questions > options.questions) return false;  // a hunt may end some questions later
  CHECK(fault.finding.find(cause.shrunk.finding) != std::string::npos);
  CHECK(complexity_of(cause.shrunk.setting) <= fault.complexity);
  fmt::print("| {} | {} | {} + {} | {:.1f} | `{}` |\n", fault.what, cause.shrunk.finding,
             cause.questions, cause.shrink_questions, seconds, setting_text(cause.shrunk.setting));
  return true;
}

/// Returns a text of the result, to compare two runs.
std::string told(const HuntResult& result) {
  std::string out = std::to_string(result.questions);
  for (const Cause& cause : result.causes) {
    out += "\n" + cause_title(cause) + ": " + setting_text(cause.shrunk.setting) + " = " +
           cause.shrunk.value + ", worst " + setting_text(cause.worst.setting) + ", " +
           std::to_string(cause.finds);
  }
  return out;
}

}  // namespace

TEST_CASE("hunt: each planted fault is found within its questions, and made simple",
          "[hunt][slow]") {
  for (const PlantedFault& fault : planted_faults()) {
    CHECK(found_as_planted(fault, options_for(fault.questions, 1, fault.space)));
  }
}

TEST_CASE("hunt: each planted fault is found in the usual space too", "[hunt][sweep]") {
  int turn = 0;
  for (const PlantedFault& fault : planted_faults()) {
    if (!plumbline::testing::of_list(turn++, 3)) continue;
    // The time until a random search finds the fault varies with the seed and with each new mechanism of the space.
    int found = 0;
    for (const uint64_t hunt_seed : {1, 2, 3}) {
      HuntOptions options = options_for(fault.usual_questions, hunt_seed);
      options.space = Space::usual();
      found += found_as_planted(fault, options);
    }
    CAPTURE(fault.name);
    CHECK(found >= 2);
  }
}

TEST_CASE("hunt: a sound accountant yields nothing", "[hunt]") {
  const HuntResult result =
      hunt(options_for(plumbline::testing::iterations(300), 7), functions(""));
  CAPTURE(told(result), hunt_summary(result));
  CHECK(result.causes.empty());
  CHECK(result.states.at("sound") > 150);
}

TEST_CASE("hunt: no limit on judgements makes a find of a sound answer", "[hunt][stops][slow]") {
  // Settings of one composition follow each other: the cached profile was stopped before.
  plumbline::testing::Random random(9);
  long undecided = 0, sound = 0;
  for (int round = 0; round < plumbline::testing::iterations(5); ++round) {
    HuntOptions options = options_for(60, static_cast<uint64_t>(round) + 20, "sampled");
    options.examine.oracle_seconds = random.log_uniform(2e-4, 0.1);
    CAPTURE(options.examine.oracle_seconds);
    const HuntResult result = hunt(options, functions(""));
    CAPTURE(told(result), hunt_summary(result));
    CHECK(result.causes.empty());
    for (const auto& [state, count] : result.states)
      (state == "sound" ? sound : undecided) += count;
  }
  CHECK(sound > 0);
  CHECK(undecided > 0);
}

TEST_CASE("hunt: a sound accountant yields nothing in 100000 questions", "[.][hunt-long]") {
  const HuntResult result = hunt(options_for(100000, 11), functions(""));
  CAPTURE(told(result), hunt_summary(result));
  CHECK(result.causes.empty());
  CHECK(result.states.at("sound") > 50000);
}

TEST_CASE("hunt: the same seed finds the same, with more jobs and from a log too", "[hunt]") {
  HuntOptions options = options_for(96, 3, "gaussian");
  const HuntResult once = hunt(options, functions("off by one"));
  REQUIRE_FALSE(once.causes.empty());
  options.jobs = 2;
  const auto file = std::filesystem::temp_directory_path() / "plumbline-hunt-test.jsonl";
  std::filesystem::remove(file);
  options.log = file.string();
  CHECK(told(hunt(options, functions("off by one"))) == told(once));
  // The first half of the log, with its last line truncated: the rest is queried again.
  std::ifstream in(file);
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  std::ofstream(file) << text.substr(0, text.size() / 2);
  const HuntResult again = hunt(options, functions("off by one"));
  CHECK(told(again) == told(once));
  CHECK(again.from_log > 20);
  options.examine.goal = Goal::error;
  CHECK_THROWS_AS(hunt(options, functions("off by one")), std::invalid_argument);
  std::filesystem::remove(file);
}

TEST_CASE("hunt: finds are claims again, with the same verdict", "[hunt][claims]") {
  HuntOptions options = options_for(96, 5, "sampled_once");
  options.most_causes = 2;
  const HuntResult result = hunt(options, functions("wrong direction"));
  const HuntedTool tool{{"accountant"}, "a tool"};
  std::istringstream in(finds_lines(result, tool));
  ClaimsOptions claims;
  claims.files = {"-"};
  claims.standard_input = &in;
  long violated = 0, all = 0;
  judge_claims(claims, [&](const JudgedLine& judged) {
    CAPTURE(judged.verdict.reason);
    ++all;
    violated += judged.verdict.verdict == VerdictKind::violated ? 1 : 0;
  });
  CHECK(all >= 1);
  CHECK(violated == all);
  const auto record = hunt_record(result, tool);
  REQUIRE(record["causes"].size() == result.causes.size());
  CHECK(record["causes"][0]["title"].get<std::string>().find("violated") != std::string::npos);
  CHECK(record["counts"].size() == counts_of(result.answers).size());
  CHECK(record["maps"].size() == map_of(result.answers).size());
  CHECK(certified_truths(result, {}).certificates.size() == result.causes.size());
}

TEST_CASE("hunt: looseness and errors are looked for as well", "[hunt]") {
  HuntOptions options = options_for(64, 2, "laplace");
  options.examine.goal = Goal::looseness;
  options.examine.size = 0.5;
  const HuntResult loose = hunt(options, functions(""));
  REQUIRE_FALSE(loose.causes.empty());
  CHECK(loose.causes.front().shrunk.finding == "loose");
  CHECK(loose.causes.front().worst.margin <= -0.5);
  options.examine.goal = Goal::error;
  options.examine.size = 0.05;
  options.space = space_of("gaussian");
  const HuntResult far_off = hunt(options, functions("off by one"));
  REQUIRE_FALSE(far_off.causes.empty());
}

TEST_CASE("hunt: spaces are read strictly", "[hunt]") {
  const auto message = [](const std::string& text) {
    try {
      (void)Space::parse(text, "s.toml");
    } catch (const std::invalid_argument& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  const std::string one = "[[mechanism]]\nkind = \"gaussian\"\nsigma = 1\n";
  const std::string asks = "[questions]\ndelta = 1\n";
  CHECK(message(one + asks).empty());
  CHECK(message(one).find("questions") != std::string::npos);
  CHECK(message(asks).find("mechanism") != std::string::npos);
  CHECK(message("colour = 1\n" + one + asks).find("colour") != std::string::npos);
  CHECK(message(one + "steps = {from = 0, to = 5, scale = \"log\"}\n" + asks)
            .find("log scale begins above 0") != std::string::npos);
  CHECK(message(one + "[questions]\nvelocity = 1\n").find("velocity") != std::string::npos);
  CHECK(message("[[mechanism]]\nkind = \"gaussian\"\n" + asks).find("sigma") != std::string::npos);
  CHECK(message(one + asks + "x = [\n").find("s.toml:") != std::string::npos);
  // For epsilon the space lists deltas: each is in (0, 1), and names of epsilons are refused.
  const std::string line = "s.toml: line 5: questions.epsilon: ";
  CHECK(message(one + "[questions]\nepsilon = [\"typical\"]\n")
            .find(line + "typical and kink are epsilons") == 0);
  for (const char* wrong : {"2", "0", "[0.5, {list = [0.1, 7]}]", "{from = 0.5, to = 1}"}) {
    const std::string what = message(one + "[questions]\nepsilon = " + wrong + "\n");
    CHECK(what == line + "must be in (0, 1): these are the deltas at which epsilon is asked");
  }
  CHECK(message(one + "[questions]\nepsilon = [1e-5, {from = 1e-9, to = 0.5, scale = \"log\"}]\n")
            .empty());
  CHECK(Space::usual().dimension() > 10);
}

TEST_CASE("hunt: questions are counted as they are asked, none of them twice", "[hunt]") {
  HuntOptions options;
  options.space = Space::parse(
      "[[mechanism]]\nkind = \"laplace\"\nscale = {from = 0.2, to = 10, scale = \"log\"}\n"
      "[questions]\ndelta = {from = 0.01, to = 3}\ntv = 0\n",
      "s.toml");
  options.questions = 400;
  std::map<std::string, int> asked;
  const ChildFactory sound = [&asked]() -> AskChild {
    return [&asked](const ChildQuestion& question) {
      auto record = nlohmann::json::parse(question.text);
      record.erase("id");
      ++asked[record.dump()];
      ChildAnswer out;
      out.kind = ChildAnswer::Ending::line;
      out.text = R"({"value": 1, "kind": "upper"})";
      return out;
    };
  };
  const HuntResult result = hunt(options, sound);
  long all = 0;
  for (const auto& [question, times] : asked) all += times;
  CHECK(result.questions == all);
  // Neighbours of one setting may equal those of another.
  CHECK(all - static_cast<long>(asked.size()) <= all / 100);
  // If there are few settings, the hunt queries all of them and ends.
  asked.clear();
  options.space = Space::parse(
      "[[mechanism]]\nkind = \"laplace\"\nscale = {list = [1, 2, 3]}\n[questions]\ntv = 0\n",
      "s.toml");
  const HuntResult few = hunt(options, sound);
  CHECK(few.exhausted);
  CHECK(few.questions == 3);
  CHECK(asked.size() == 3);
}

TEST_CASE("hunt: kinds that the accountant answers are preferred", "[hunt]") {
  const ChildFactory one_kind = []() -> AskChild {
    return [](const ChildQuestion& question) {
      const auto asked = nlohmann::json::parse(question.text);
      const bool answered =
          asked["fields"].value("kind", "") == "laplace" && asked["quantity"] == "delta";
      return ChildAnswer{
          ChildAnswer::Ending::line,
          answered ? R"({"kind":"upper","value":1})" : R"({"unsupported":"another kind"})", 0};
    };
  };
  HuntOptions options;
  options.space = Space::usual();
  options.questions = 400;
  const HuntResult result = hunt(options, one_kind);
  CAPTURE(hunt_summary(result));
  CHECK(3 * result.states.at("sound") > result.questions);
}

TEST_CASE("hunt: a Delta-divergence that is half of the truth is found", "[hunt]") {
  const std::string text = R"~([[mechanism]]
kind = "laplace"
scale = {from = 0.5, to = 4, scale = "log"}
[questions]
divergence = ["gaussian(sigma=1/2)", "laplace(b=1/4)"]
)~";
  HuntOptions options;
  options.space = Space::parse(text, "the test's space");
  options.questions = 12;
  options.examine.oracle_seconds = 5;
  options.shrink_settings = 20;
  // Both have a total variation below 1, so Delta <= 1/2: the function answers with half of the certified upper end.
  const auto accountant_of = [](double share) -> ChildFactory {
    return [share]() -> AskChild {
      return [share](const ChildQuestion& question) {
        const auto asked = nlohmann::json::parse(question.text);
        Query query;
        query.quantity = "divergence";
        query.mechanism = asked["mechanism"];
        query.other = asked["other"];
        const auto [lower, upper] = answer(query, {}).value.value().decimal_bounds(12);
        const std::string value = std::to_string(share * std::stod(upper) + 1e-6);
        return ChildAnswer{ChildAnswer::Ending::line, R"({"kind":"upper","value":)" + value + "}",
                           1e-3};
      };
    };
  };
  const HuntResult wrong = hunt(options, accountant_of(0.5));
  REQUIRE_FALSE(wrong.causes.empty());
  const Examined& found = wrong.causes.front().shrunk;
  CHECK(found.finding == "violated");
  CHECK_FALSE(found.setting.other.empty());
  CHECK(setting_of(setting_json(found.setting)) == found.setting);
  CHECK_THAT(setting_text(found.setting), Contains(" from "));
  CHECK(hunt(options, accountant_of(1)).causes.empty());
}
