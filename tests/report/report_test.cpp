/// The readable outputs of a run: report.md, junit.xml, and the findings of run.json, from which pages are written.
#include "verify/report/report.hpp"

#include <nlohmann/json.hpp>

#include "tests/suite/suite_support.hpp"
#include "verify/report/findings.hpp"
#include "verify/report/notation.hpp"

namespace plumbline {
namespace {

using namespace testing;

/// The output of run_text.
struct Reports {
  int code = 0;
  std::string junit, markdown;
  nlohmann::ordered_json run;
};

Reports reports_of(const std::string& text) {
  const TemporaryDirectory d;
  const Run run = run_paths({d.write("case.toml", text)}, d.path() / "out");
  return {run.code, read_text(d.path() / "out" / "junit.xml"), run.report,
          nlohmann::ordered_json::parse(read_text(d.path() / "out" / "run.json"))};
}

TEST_CASE("report: says in short what was run", "[report]") {
  const Reports r = reports_of(head() + gauss_case("x", "expect = \"0.127\"\njudge = [\"clt\"]\n"));
  CHECK_THAT(r.markdown, Catch::StartsWith("# "));
  CHECK_THAT(r.markdown, Catch::Contains("certified 1 values from 1 of 1 cases") &&
                             Catch::Contains("Exit code 0: success") &&
                             Catch::Contains("| printed values compared | 1 |") &&
                             Catch::Contains("`plumbline report`"));
  CHECK(r.run["exit_meaning"] == "success");
  CHECK(r.run["findings"].empty());
}

TEST_CASE("report: a wrong digit is everywhere, with file, line and case",
          "[report][junit][faults]") {
  const Reports r = reports_of(head() + gauss_case("good", "expect = \"0.1269\"\n") +
                               gauss_case("bad", "expect = \"0.1268\"\n"));
  CHECK(r.code == 1);
  const std::string message = "printed 0.1268, certified 0.1269367375";
  REQUIRE(r.run["findings"].size() == 1);
  const auto& found = r.run["findings"][0];
  CHECK(found["kind"] == "wrong");
  CHECK_THAT(found["file"].get<std::string>(), Catch::EndsWith("case.toml"));
  CHECK(found["line"] == 9);
  CHECK(found["case"] == "bad");
  CHECK(found["what"] == "delta(epsilon=1)");
  CHECK_THAT(found["message"].get<std::string>(), Catch::StartsWith(message));
  CHECK_THAT(r.markdown, Catch::Contains("### Wrong") && Catch::Contains("case.toml:9: "));
  CHECK_THAT(r.junit, Catch::Contains("tests=\"2\" failures=\"1\" errors=\"0\""));
  const size_t bad = r.junit.find("<testcase name=\"bad\"");
  REQUIRE(bad != std::string::npos);
  CHECK(r.junit.find("line=\"9\"", bad) < r.junit.find("</testcase>", bad));
  CHECK(r.junit.find("<failure message=\"delta(epsilon=1): " + message, bad) != std::string::npos);
  CHECK(r.junit.find("<failure") > bad);
}

TEST_CASE("report: an exceeded tolerance and bad input are in junit.xml",
          "[report][junit][faults]") {
  const Reports r = reports_of(
      head() +
      "[[case]]\nid = \"off\"\nquantity = \"delta\"\n"
      "mechanism = \"subsampled_gaussian(sigma=1,p=0.5)\"\nat = { epsilon = \"0.1\" }\n"
      "judge = [\"clt\"]\ntolerance = { clt = \"1e-6\" }\n"
      "[[case]]\nid = \"unknown\"\nquantity = \"dleta\"\nmechanism = \"gaussian(sigma=1)\"\n"
      "[[case]]\nid = \"range\"\nquantity = \"tradeoff\"\nmechanism = \"gaussian(sigma=1)\"\n"
      "at = { alpha = \"2\" }\n");
  CHECK(r.code == 2);
  CHECK_THAT(r.junit, Catch::Contains("tests=\"3\" failures=\"1\" errors=\"2\""));
  CHECK_THAT(r.junit, Catch::Contains("<failure message=\"clt: absolute error "));
  CHECK_THAT(r.junit, Catch::Contains(", tolerance 1e-6, at delta(epsilon=0.1)"));
  CHECK_THAT(r.junit, Catch::Contains("<testsuite name=\"input\""));
  CHECK_THAT(r.junit, Catch::Contains("[unknown] quantity: "));
  CHECK_THAT(r.junit, Catch::Contains("[range] at.alpha: "));
  CHECK(r.run["findings"][0]["kind"] == "bad input");
}

TEST_CASE("report: lines cut short by an interruption are left out", "[report]") {
  const TemporaryDirectory d;
  d.write("results.jsonl", "{\"quantity\":\"tv\",\"lower\":\"0\",\"upper\":\"1\"}\n{\"quant");
  CHECK(write_report(d.path(), load_results(d.path())) == d.path() / "report.md");
  CHECK_THAT(read_text(d.path() / "report.md"), Catch::Contains("certified 1 values"));
}

TEST_CASE("report: results of a kind it does not know", "[report]") {
  const TemporaryDirectory d;
  d.write(
      "results.jsonl",
      R"({"file":"f.toml","case":"sup","kind":"supremum","quantity":"tradeoff","mechanism":"m",)"
      R"("at":{"alpha":"all"},"lower":"0.1","upper":"0.2","judged":[{"approximation":"clt"}]})"
      "\n"
      R"({"file":"f.toml","case":"slope","slopes":[{"from":10,"slope":"-0.5"}],"none":null})"
      "\n"
      R"({"file":"f.toml","case":"v","quantity":"tv","mechanism":"m","lower":"0","upper":"1"})"
      "\n");
  d.write("cases.jsonl",
          R"({"file":"f.toml","case":"slope","line":5,"wrong":true,"unreached":false})"
          "\n");
  const RunResults results = load_results(d.path());
  CHECK(results.values.size() == 1);
  CHECK(results.others.size() == 2);
  const auto found = findings(results);
  REQUIRE_FALSE(found.empty());
  CHECK(found[0].text() == "f.toml:5: [slope] judged wrong; its lines of results.jsonl say why");
}

TEST_CASE("report: a value with two arguments is asked with both", "[report]") {
  const auto value = nlohmann::ordered_json::parse(
      R"({"quantity":"q","mechanism":"m","direction":"worst","at":{"a":"-1","b":"2"},)"
      R"("lower":"0","upper":"1","digits_asked":15})");
  CHECK(is_value(value));
  CHECK(request_text(value) == "q(a=-1, b=2)");
}

}  // namespace
}  // namespace plumbline
