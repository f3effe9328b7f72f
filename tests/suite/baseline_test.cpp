/// Errors injected into a baseline must be reported at their place.
#include "verify/suite/baseline/baseline.hpp"

#include <functional>
#include <nlohmann/json.hpp>

#include "reference/arithmetic/rational.hpp"
#include "tests/suite/run_support.hpp"

namespace plumbline {
namespace {

using namespace testing;
namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// A run of three cases, and its baseline, which tests change.
class Bench {
 public:
  Bench() {
    std::string text = head() + gauss_case("first", "");
    for (const char* id : {"second", "third"}) {
      text += std::string("[[case]]\nid = \"") + id +
              "\"\nquantity = \"tradeoff\"\nmechanism = \"subsampled_gaussian(sigma=1,p=0.5)^20\"\n"
              "at = { alpha = [\"0.1\", \"0.5\"] }\njudge = [\"clt\", \"edgeworth2\"]\n";
    }
    file_ = directory_.write("cases.toml", text);
    baseline_ = directory_.path() / "baseline.jsonl";
    BaselineSettings settings;
    settings.write_to = baseline_;
    CHECK(run(settings) == 0);
    CHECK(rows().size() == 5);
  }

  std::vector<Json> rows() const { return json_lines(baseline_); }
  /// Changes line `number` (from 1) of the baseline.
  void tamper(size_t number, const std::function<void(Json*)>& edit) {
    auto all = rows();
    edit(&all.at(number - 1));
    std::ofstream out(baseline_);
    for (const Json& row : all) out << row.dump() << '\n';
  }
  int compare(BaselineRules rules = {}) {
    BaselineSettings settings;
    settings.compare_with = baseline_;
    settings.rules = std::move(rules);
    return run(settings);
  }
  int run(const BaselineSettings& settings) {
    std::ostringstream messages;
    SuiteOptions options = quiet(file_, out(), messages);
    options.baseline = settings;
    const int code = run_suite(options);
    messages_ = messages.str();
    return code;
  }

  /// Checks a single regression: exit code 1; its line names the file, the line of the case and the case; all reports
  /// contain it.
  void check_regression(int case_line, const std::string& id, const std::string& what) {
    CAPTURE(messages_);
    const std::string place = file_.generic_string() + ":" + std::to_string(case_line);
    const auto lines = lines_of(messages_);
    REQUIRE(lines.size() == 2);  // the regression and the summary
    CHECK_THAT(lines[0], Catch::StartsWith(place + ": [" + id + "] " + what));
    CHECK_THAT(lines[0], Catch::Contains("baseline.jsonl:"));
    CHECK_THAT(lines[1], Catch::Contains(" 1 regressions in 5 values compared"));
    CHECK_THAT(read_text(out() / "report.md"), Catch::Contains("### Worse than the baseline"));
    CHECK_THAT(read_text(out() / "run.json"), Catch::Contains("\"findings\""));
    const std::string junit = read_text(out() / "junit.xml");
    CHECK_THAT(junit, Catch::Contains("tests=\"3\" failures=\"1\" errors=\"0\""));
    CHECK_THAT(junit, Catch::Contains("<testcase name=\"" + id + "\""));
    const auto run = Json::parse(read_text(out() / "run.json"));
    CHECK(run["exit_code"] == 1);
    CHECK(run["baseline"]["regressions"].size() == 1);
    CHECK(run["baseline"]["regressions"][0]["line"] == case_line);
  }

  fs::path out() const { return directory_.path() / "out"; }
  const std::string& messages() const { return messages_; }
  const fs::path& baseline() const { return baseline_; }

 private:
  TemporaryDirectory directory_;
  fs::path file_, baseline_;
  std::string messages_;
};

TEST_CASE("baseline: a run is no worse than itself", "[suite][baseline]") {
  Bench bench;
  CHECK(bench.compare() == 0);
  CHECK_THAT(bench.messages(), Catch::Contains("0 regressions in 5 values compared"));
  CHECK_THAT(read_text(bench.out() / "report.md"), Catch::Contains("5 values compared, 0 worse"));
}

TEST_CASE("baseline: an approximation that got worse is found where it is",
          "[suite][baseline][faults]") {
  Bench bench;
  // Simulates that the error of edgeworth2 at the second point of the second case was half as large.
  bench.tamper(3, [](Json* row) {
    Json& judged = (*row)["judged"][1];
    CHECK(judged["approximation"] == "edgeworth2");
    const Rational error = Rational::parse(judged["error"].get<std::string>());
    judged["error"] = (error / Rational(2)).text();
  });
  CHECK(bench.compare() == 1);
  bench.check_regression(8, "second", "edgeworth2: got worse: absolute error ");
  CHECK_THAT(bench.messages(), Catch::Contains(" at tradeoff(alpha=0.5) ("));
  CHECK_THAT(bench.messages(), Catch::Contains("baseline.jsonl:3)"));
}

TEST_CASE("baseline: small changes are no regression", "[suite][baseline]") {
  Bench bench;
  bench.tamper(3, [](Json* row) {
    Json& judged = (*row)["judged"][1];
    const Rational error = Rational::parse(judged["error"].get<std::string>());
    judged["error"] = (error * Rational(99, 100)).text();
  });
  CHECK(bench.compare() == 0);
}

TEST_CASE("baseline: an enclosure that does not meet the earlier one is found",
          "[suite][baseline][faults]") {
  Bench bench;
  SECTION("above") {
    bench.tamper(1, [](Json* row) { (*row)["lower"] = (*row)["upper"] = "0.1269367375066440"; });
  }
  SECTION("below") {
    bench.tamper(1, [](Json* row) { (*row)["lower"] = (*row)["upper"] = "0.1269367375066439"; });
  }
  CHECK(bench.compare() == 1);
  bench.check_regression(3, "first", "delta: the enclosure [0.12693673750664");
  CHECK_THAT(bench.messages(), Catch::Contains("does not meet the earlier one"));
}

TEST_CASE("baseline: enclosures that touch or widen meet", "[suite][baseline]") {
  Bench bench;
  bench.tamper(1, [](Json* row) { (*row)["lower"] = (*row)["upper"]; });
  CHECK(bench.compare() == 0);
}

TEST_CASE("baseline: what is lost is a regression", "[suite][baseline][faults]") {
  Bench bench;
  SECTION("an approximation that is not judged any more") {
    bench.tamper(4, [](Json* row) {
      (*row)["judged"].push_back(
          {{"approximation", "clt_v"}, {"verdict", "measured"}, {"error", "1"}});
    });
    CHECK(bench.compare() == 1);
    bench.check_regression(14, "third", "clt_v: is no longer judged at tradeoff(alpha=0.1)");
  }
  SECTION("digits that are not reached any more") {
    FinishedCase c;
    c.file = bench.rows()[0]["file"];
    c.line = 3;
    c.id = "first";
    c.results = {bench.rows()[0]};
    c.results[0]["reached"] = false;
    const auto result = compare(read_baseline(bench.baseline()), {c}, {});
    REQUIRE(result.regressions.size() == 1);
    CHECK_THAT(result.regressions[0].text(), Catch::Contains("are no longer reached"));
    CHECK(result.absent == 4);
  }
  SECTION("a number that is not one any more, a band that misses") {
    FinishedCase c;
    c.file = bench.rows()[1]["file"];
    c.id = "second";
    c.results = {bench.rows()[1]};
    c.results[0]["judged"][0]["verdict"] = "refused";
    c.results[0]["judged"][0]["reason"] = "too few";
    c.results[0]["judged"][1]["band"] = {{"contains_truth", false}};
    bench.tamper(2, [](Json* row) { (*row)["judged"][1]["band_holds"] = true; });
    const auto result = compare(read_baseline(bench.baseline()), {c}, {});
    REQUIRE(result.regressions.size() == 2);
    CHECK_THAT(result.regressions[0].text(),
               Catch::Contains("clt: gave a number before, now: refused, too few"));
    CHECK_THAT(result.regressions[1].text(), Catch::Contains("edgeworth2: its own band"));
  }
}

TEST_CASE("baseline: slower counts only where a factor is stated", "[suite][baseline][faults]") {
  Bench bench;
  bench.tamper(1, [](Json* row) { (*row)["seconds"] = 1e-9; });
  for (size_t row = 2; row <= 5; ++row) {  // these must not be slower by chance
    bench.tamper(row, [](Json* r) { (*r)["seconds"] = 1e6; });
  }
  CHECK(bench.compare() == 0);
  BaselineRules rules;
  rules.slower = 1.5;
  rules.slower_floor = 1e6;
  CHECK(bench.compare(rules) == 0);  // below the floor, which ignores noise
  rules.slower_floor = 0;
  CHECK(bench.compare(rules) == 1);
  bench.check_regression(3, "first", "delta: took ");
  CHECK_THAT(bench.messages(), Catch::Contains("more than 1.5 times as long"));
}

TEST_CASE("baseline: errors of whole curves, which have no ends, are compared",
          "[suite][baseline][faults]") {
  const TemporaryDirectory d;
  const auto file =
      d.write("b.jsonl", R"({"file":"f","case":"c","quantity":"tradeoff","at":{"alpha":"all"},)"
                         R"("judged":[{"approximation":"clt","verdict":"measured","error":"0.1"}]})"
                         "\n");
  FinishedCase c;
  c.file = "f";
  c.id = "c";
  c.line = 4;
  c.results = {
      Json::parse(R"({"file":"f","case":"c","quantity":"tradeoff","at":{"alpha":"all"},)"
                  R"("lower":null,"upper":null,"judged":[{"approximation":"clt",)"
                  R"("verdict":"measured","absolute_error":{"lower":"0.2","upper":"0.2"}}]})")};
  const auto result = compare(read_baseline(file), {c}, {});
  REQUIRE(result.regressions.size() == 1);
  CHECK_THAT(result.regressions[0].text(),
             Catch::StartsWith("f:4: [c] clt: got worse: absolute error 0.2, was 0.1 at "
                               "tradeoff(alpha=all) ("));
}

TEST_CASE("baseline: other questions are not compared", "[suite][baseline]") {
  Bench bench;
  bench.tamper(1, [](Json* row) {
    (*row)["mechanism"] = "gaussian(sigma=2)";
    (*row)["lower"] = (*row)["upper"] = "0.5";
  });
  CHECK(bench.compare() == 0);
  CHECK_THAT(read_text(bench.out() / "report.md"),
             Catch::Contains("4 values compared, 0 worse, 1 new, 1 of its values not in this run"));
}

TEST_CASE("baseline: one that cannot be used is bad input, with its line",
          "[suite][baseline][faults][slow]") {
  Bench bench;
  SECTION("missing") { fs::remove(bench.baseline()); }
  SECTION("empty") { std::ofstream(bench.baseline()) << ""; }
  SECTION("broken") {
    std::ofstream(bench.baseline(), std::ios::app) << "{\"file\":\"x\"}\n";
    CHECK(bench.compare() == 2);
    CHECK_THAT(bench.messages(), Catch::Contains("baseline.jsonl:6: is no line of a baseline"));
  }
  SECTION("of another suite") {
    for (size_t row = 1; row <= 5; ++row) {
      bench.tamper(row, [](Json* r) { (*r)["file"] = "elsewhere.toml"; });
    }
    CHECK(bench.compare() == 2);
    CHECK_THAT(bench.messages(), Catch::Contains("has none of the values of this run"));
  }
  CHECK(bench.compare() == 2);
  CHECK_THAT(bench.messages(), Catch::Contains("baseline.jsonl"));
}

TEST_CASE("baseline: a place that cannot be written is bad input, the run is kept",
          "[suite][baseline]") {
  Bench bench;
  BaselineSettings settings;
  settings.write_to = bench.baseline() / "below-a-file";
  CHECK(bench.run(settings) == 2);
  CHECK_THAT(bench.messages(), Catch::Contains("below-a-file: cannot be written"));
  CHECK(json_lines(bench.out() / "results.jsonl").size() == 5);
}

}  // namespace
}  // namespace plumbline
