/// Accountants that give false answers, print extra lines or fail: this must not end the hunt, and no answer may be
/// assigned to another question.
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "tests/support.hpp"
#include "verify/hunt/answer.hpp"
#include "verify/hunt/hunt.hpp"
#include "verify/hunt/records/hunt_record.hpp"
#include "verify/hunt/records/hunt_text.hpp"
#include "verify/hunt/records/map.hpp"

using namespace plumbline;
using Ending = ChildAnswer::Ending;

namespace {

Setting a_laplace(double epsilon) {
  return {{{"laplace", {{"scale", 1}}, 1}}, 1, Relation::add_remove, "delta", epsilon};
}

HuntOptions of_laplace(long questions) {
  HuntOptions options;
  options.space = Space::parse(
      "[[mechanism]]\nkind = \"laplace\"\nscale = {from = 0.2, to = 10, scale = \"log\"}\n"
      "[questions]\ndelta = {from = 0.01, to = 3}\n",
      "the test's space");
  options.questions = questions;
  options.shrink_settings = 10;
  return options;
}

HuntResult hunted(const std::string& script, long questions = 24, double seconds = 2) {
  return hunt(of_laplace(questions), child_processes({"/bin/sh", "-c", script}, "", seconds));
}

std::vector<std::string> findings_of(const HuntResult& result) {
  std::vector<std::string> out;
  for (const Cause& cause : result.causes) out.push_back(cause.shrunk.finding);
  return out;
}

Examined examined(const std::string& text) {
  Examined head;
  head.setting = a_laplace(1);
  return read_answer(text, head, 7).front().examined;
}

const std::string kSound = R"({"value": 1, "kind": "upper"})";

}  // namespace

TEST_CASE("hunt: what is no answer is one find, and said as such", "[hunt][slow]") {
  const std::map<std::string, std::string> scripts = {
      {"while read l; do echo '{\"value\": '; done", "unreadable answer"},
      {"while read l; do echo; done", "unreadable answer"},
      {"while read l; do echo '[1,2]'; done", "unreadable answer"},
      {"while read l; do printf '\\377\\376\\033[2J\\n'; done", "unreadable answer"},
      {"while read l; do echo '{\"value\": \"nan\", \"kind\": \"upper\"}'; done", "nan"},
      {"read l; exit 3", "crash"},
      {"exec <&-; exec >&-; exit 0", "crash"},
      {"while read l; do head -c 40000000 /dev/zero | tr '\\0' '['; echo; done", "crash"},
      {"while read l; do echo '{\"value\": 1, \"kind\": \"upper\", \"id\": 1000000}'; done",
       "answer to another question"},
  };
  for (const auto& [script, finding] : scripts) {
    const HuntResult result = hunted(script);
    CAPTURE(script, finding, findings_of(result));
    REQUIRE_FALSE(result.causes.empty());
    CHECK(result.causes.size() <= 2);
    CHECK(findings_of(result).front() == finding);
    const HuntedTool tool{{"/bin/sh"}, "a tool"};
    CHECK_FALSE(finds_lines(result, tool).empty());
    CHECK(hunt_record(result, tool).at("causes").size() == result.causes.size());
    CHECK_FALSE(cause_json(result.causes.front(), tool).dump().empty());
  }
}

TEST_CASE("hunt: answers out of order are not judged as others'", "[hunt]") {
  // Each answer belongs to the previous question: for example delta at epsilon 3 for a question about 0.01.
  const std::string late =
      "read l; before=$l; echo '{\"unsupported\": \"first\"}'; while read l; do "
      "id=$(echo \"$before\" | sed 's/.*\"id\"://; s/[^0-9].*//'); before=$l; "
      "echo \"{\\\"value\\\": 0, \\\"kind\\\": \\\"upper\\\", \\\"id\\\": $id}\"; done";
  for (const std::string& finding : findings_of(hunted(late))) {
    CHECK(finding == "answer to another question");
  }
  // Two lines at once: the second one precedes its question.
  const std::string babble = "while read l; do echo '" + kSound + "'; echo '" + kSound + "'; done";
  for (const std::string& finding : findings_of(hunted(babble))) {
    CHECK(finding == "answer to no question");
  }
}

TEST_CASE("hunt: a child that reads nothing, or answers once for each start", "[hunt]") {
  ChildProcess deaf({"/bin/sh", "-c", "while :; do echo '" + kSound + "'; sleep 0.01; done"}, "");
  for (int i = 0; i < 3; ++i) {
    const ChildAnswer answer = deaf.ask({std::string(300000, 'x')}, 0.2);
    CHECK(answer.kind == Ending::unasked);
  }
  const HuntResult once = hunted("read l; echo '" + kSound + "'");
  CHECK(findings_of(once).empty());
  CHECK(once.states.at("sound") >= 24);
}

TEST_CASE("hunt: answers made at random", "[hunt]") {
  std::mt19937 random(4);
  const std::string some = "{}[]\",:0123456789.eE+-\\ntfu aluekindrpsoNI\x80\xff\t";
  const std::vector<std::string> seeds = {
      R"({"value": 0.25, "kind": "upper", "reproduction": "x"})",
      R"({"lower": 0.1, "upper": "0.3", "eps_error": 0.01, "delta_error": 1e-10})",
      R"({"value": "1e-5", "kind": "estimate", "tolerance": "0.1"})"};
  Examined head;
  head.setting = a_laplace(1);
  for (int i = 0; i < plumbline::testing::iterations(3000); ++i) {
    std::string text = seeds[random() % seeds.size()];
    for (size_t k = random() % 6; k > 0; --k) {
      const size_t at = random() % text.size();
      if (random() % 3 == 0) text.insert(at, 1 + random() % 4, some[random() % some.size()]);
      text[at] = some[random() % some.size()];
    }
    CAPTURE(text);
    for (const AnsweredValue& one : read_answer(text, head, 1)) {
      CHECK(one.examined.note.find('\t') == std::string::npos);
      CHECK_NOTHROW(examined_json(one.examined).dump());
    }
  }
  CHECK(examined(std::string(500000, '[')).finding == "unreadable answer");
  CHECK(examined("{\"error\": " + std::string(60, '[') + std::string(60, ']') + "}").state ==
        "error");
  CHECK(examined(R"({"error": "value: NaN and [Infinity"})").note == "value: NaN and [Infinity");
  CHECK(examined(R"({"value": 1e999, "kind": "upper"})").is_find());
  CHECK(examined(R"({"value": "1e999999999999", "kind": "upper"})").is_find());
  CHECK(examined(R"({"value": 0.5, "kind": "upper", "id": 7})").finding.empty());
  CHECK(examined(R"({"value": 0.5, "kind": "upper", "id": 8})").finding ==
        "answer to another question");
}

TEST_CASE("hunt: how far a probability is beyond 1 or below 0", "[hunt]") {
  CHECK(examined(R"({"value": 1.25, "kind": "upper"})").margin == 0.25);
  CHECK(examined(R"({"value": 1.25, "kind": "upper"})").grade == "material");
  CHECK(examined(R"({"value": 1.0000000000000002, "kind": "upper"})").grade == "numerical");
  CHECK(examined(R"({"value": -1e-17, "kind": "estimate"})").grade == "numerical");
}

TEST_CASE("hunt: the map has settings of other names and numbers", "[hunt]") {
  std::vector<Examined> answers;
  const auto add = [&answers](const Setting& setting, const std::string& finding) {
    Examined e;
    e.setting = setting;
    e.kind = "upper";
    e.value = "0.5";
    e.state = finding.empty() ? "sound" : "violated";
    e.finding = finding;
    e.margin = finding.empty() ? -0.1 : 0.25;
    answers.push_back(e);
  };
  for (int i = 1; i <= 20; ++i) {
    Setting one = a_laplace(0.1 * i);
    one.factors.front().steps = i;
    add(one, i == 20 ? "violated" : "");
    // One kind with one more parameter, then with two, then together with another kind.
    Setting other = one;
    other.outer = 1 + i % 3;
    add(other, "");
    other.factors.front().parameters.emplace_back("sensitivity", 2);
    add(other, "");
    other = one;
    other.factors.push_back(one.factors.front());
    add(other, "");
    other.factors.back() = {"gaussian", {{"sigma", 0.5 * i}}, 3};
    add(other, "");
    add({{{"gaussian", {{"sigma", 0.5 * i}}, 3}}, 1, Relation::add_remove, "tv", 0}, "");
  }
  const std::vector<MapPanel> panels = map_of(answers);
  REQUIRE_FALSE(panels.empty());
  CHECK(panels.front().sort == "laplace: delta");
  bool has_products = false;
  for (const MapPanel& panel : panels) {
    long asked = 0;
    for (const MapCell& cell : panel.cells) asked += cell.asked();
    CAPTURE(panel.sort, panel.x.name, panel.y.name, asked);
    CHECK(asked >= 20);
    has_products = has_products || (panel.sort == "products: delta" && panel.y.name == "N in all");
  }
  CHECK(has_products);
  const auto counts = counts_of(answers);
  CHECK(counts.at("laplace: delta").asked() == 60);
  CHECK(counts.at("laplace: delta").wrong == 1);
  CHECK(counts.at("laplace: delta").worst == 0.25);
  CHECK(counts.at("products: delta").sound == 40);
  CHECK(counts.at("gaussian: tv").asked() == 20);
}

TEST_CASE("hunt: 0 where no double is smaller is distinguished from 0 elsewhere", "[hunt]") {
  Examiner examiner({}, [](const ChildQuestion&) {
    return ChildAnswer{Ending::line, R"({"value": 0, "kind": "upper"})", 0};
  });
  Setting setting{{{"gaussian", {{"sigma", 1}}, 1}}, 1, Relation::add_remove, "delta", 60};
  CHECK(examiner(setting, false).front().finding == "underflow");
  setting.argument = 30;
  CHECK(examiner(setting, false).front().finding == "violated");
}

TEST_CASE("hunt: one that is always wrong is made as simple as can be", "[hunt][slow]") {
  HuntOptions options;
  options.space = Space::usual();
  options.questions = 40;
  options.examine.oracle_seconds = 0.5;
  const std::string none = "{\"value\": 1e-200, \"kind\": \"upper\"}";
  const HuntResult result = hunt(options, [&]() -> AskChild {
    return [&](const ChildQuestion&) { return ChildAnswer{Ending::line, none, 0}; };
  });
  REQUIRE_FALSE(result.causes.empty());
  bool has_gaussian = false;
  for (const Cause& cause : result.causes) {
    CAPTURE(setting_text(cause.first.setting), setting_text(cause.shrunk.setting));
    CHECK(cause.shrunk.setting.factors.size() == 1);
    has_gaussian = has_gaussian || kinds_of(cause.shrunk.setting) == "gaussian";
  }
  CHECK(has_gaussian);
}

TEST_CASE("hunt: its seconds bound all of it, and nothing found is lost", "[hunt][slow]") {
  HuntOptions options = of_laplace(0);
  options.seconds = 3;
  options.shrink_settings = 1000;
  const auto file = std::filesystem::temp_directory_path() / "plumbline-hunt-seconds.jsonl";
  std::filesystem::remove(file);
  options.log = file.string();
  // Always wrong, and slow: each simpler setting fails too.
  const std::string script =
      "while read l; do sleep 0.6; echo '{\"value\": 0, \"kind\": \"upper\"}'; done";
  const HuntResult result = hunt(options, child_processes({"/bin/sh", "-c", script}, "", 60));
  CHECK(result.seconds < 6);
  CHECK_FALSE(result.interrupted);
  REQUIRE_FALSE(result.causes.empty());
  CHECK_FALSE(result.causes.front().is_simplest);
  CHECK(shrink_text(result.causes.front()).find("limit") != std::string::npos);
  std::ifstream in(file);
  long lines = -1;
  for (std::string line; std::getline(in, line);) ++lines;
  CHECK(lines >= static_cast<long>(result.answers.size()));
  // A child that never answers does not delay the hunt, and is not reported.
  options.log.clear();
  options.seconds = 1;
  const HuntResult silent = hunt(options, child_processes({"/bin/sleep", "100"}, "", 60));
  CHECK(silent.seconds < 3);
  CHECK(silent.causes.empty());
  std::filesystem::remove(file);
}

TEST_CASE("hunt: an accountant that always hangs, or never starts, is found and given up",
          "[hunt][slow]") {
  HuntOptions options = of_laplace(1000);
  options.shrink_settings = 2;
  const auto children = child_processes({"/bin/sleep", "100"}, "", 0.05, 0.1);
  const HuntResult silent = hunt(options, children);
  CHECK(silent.hopeless);
  CHECK(silent.questions < 50);
  CHECK(findings_of(silent) == std::vector<std::string>{"hang"});
  CHECK(hunt_exit_code(silent) == 1);
  CHECK(hunt_summary(silent).find("answered nothing at all") != std::string::npos);
  options.space = Space::usual();  // with many kinds and quantities
  const HuntResult broken = hunt(
      options, child_processes({"/bin/sh", "-c", "echo 'no module named x' >&2; exit 1"}, "", 2));
  CHECK(broken.hopeless);
  REQUIRE(findings_of(broken) == std::vector<std::string>{"crash"});
  CHECK(broken.causes.front().shrunk.note.find("no module named x") != std::string::npos);
}

TEST_CASE("hunt: the words of a size are those of its grade", "[hunt]") {
  Cause cause;
  cause.shrunk.setting = a_laplace(1);
  cause.shrunk.finding = "violated";
  cause.shrunk.kind = "upper";
  cause.shrunk.grade = "material";
  cause.shrunk.margin = 0.00365;
  cause.worst = cause.shrunk;
  cause.worst.grade = "gross";
  cause.worst.margin = kWithoutLimit;
  CHECK(cause_title(cause).find("violated (material, gross at worst)") == 0);
  CHECK(cause_size(cause.shrunk) == "off by 0.00365 of the truth");
  CHECK(cause_size(cause.worst).find("infinite") != std::string::npos);
  cause.worst = cause.shrunk;
  CHECK(cause_title(cause).find("violated (material):") == 0);
}
