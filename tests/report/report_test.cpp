#include "verify/report/report.hpp"

#include "tests/suite/suite_support.hpp"
#include "verify/report/gnuplot.hpp"
#include "verify/report/summary.hpp"

namespace plumbline {
namespace {

using namespace testing;

const char* const kCurve =
    "[[case]]\nid = \"curve\"\nquantity = \"rero\"\n"
    "mechanism = \"subsampled_gaussian(sigma=1,p=0.5)\"\n"
    "at = { kappa = [\"1e-4\", \"1e-3\", \"1e-2\", \"1e-1\"] }\n"
    "judge = [\"clt\", \"edgeworth2\"]\n";

TEST_CASE("report: names the worst row and the command that replays it", "[report]") {
  const Run run = run_text(head() + kCurve);
  // The worst row by the results themselves.
  double worst = -1;
  std::string kappa;
  for (const auto& r : run.results) {
    const double error = std::stod(r["judged"][0]["absolute_error"]["upper"].get<std::string>());
    if (error > worst) {
      worst = error;
      kappa = r["at"]["kappa"];
    }
  }
  CHECK_THAT(run.report, Catch::Contains("plumbline rero 'subsampled_gaussian(sigma=1,p=0.5)' "
                                         "--kappa " +
                                         kappa + " --digits 15"));
}

TEST_CASE("report: says what was run and how to read it", "[report]") {
  const Run run = run_text(head() + gauss_case("x", "expect = \"0.127\"\njudge = [\"clt\"]\n"));
  CHECK_THAT(run.report, Catch::StartsWith("# "));
  CHECK_THAT(run.report, Catch::Contains("certified 1 values from 1 of 1 cases"));
  CHECK_THAT(run.report, Catch::Contains("Exit code 0: all as asked"));
  CHECK_THAT(run.report, Catch::Contains("| printed values compared | 1 |"));
  CHECK_THAT(run.report, Catch::Contains("## How to read this"));
  CHECK_THAT(run.report, Catch::Contains("No plots: "));
}

TEST_CASE("report: summaries take maximum, mean and median of the results", "[report]") {
  RunResults results;
  for (const char* error : {"3e-3", "1e-3", "8e-3"}) {
    const Json bounds = {{"lower", "0"}, {"upper", error}};
    results.values.push_back({{"quantity", "delta"},
                              {"judged",
                               {{{"approximation", "clt"},
                                 {"verdict", "measured"},
                                 {"absolute_error", bounds},
                                 {"relative_error", bounds},
                                 {"method_error", bounds},
                                 {"rounding_error", {{"lower", "0"}, {"upper", "0"}}}},
                                {{"approximation", "clt"}, {"verdict", "not a number"}}}}});
  }
  const auto summaries = summarise(results);
  REQUIRE(summaries.size() == 1);
  CHECK(summaries[0].measured == 3);
  CHECK(summaries[0].no_number == 3);
  CHECK(summaries[0].max_error == Approx(8e-3));
  CHECK(summaries[0].mean_error == Approx(4e-3));
  CHECK(summaries[0].median_error == Approx(3e-3));
  CHECK(summaries[0].median_method_share == Approx(1));
  CHECK(summaries[0].worst == &results.values[2]);
}

TEST_CASE("report: lines cut short by an interruption are left out", "[report]") {
  const TemporaryDirectory d;
  d.write("results.jsonl", "{\"quantity\":\"tv\",\"lower\":\"0\",\"upper\":\"1\"}\n{\"quant");
  CHECK(write_report(d.path(), false) == d.path() / "report.html");
  CHECK_THAT(read_text(d.path() / "report.md"), Catch::Contains("certified 1 values"));
  CHECK_THAT(read_text(d.path() / "report.html"),
             Catch::Contains("<b>1</b><span>values certified"));
}

TEST_CASE("report: plots are drawn where gnuplot is installed", "[report][plots]") {
  if (!program_installed("gnuplot")) return;
  const TemporaryDirectory d;
  std::ostringstream messages;
  SuiteOptions options;
  // Two papers may each have a figure of that name.
  options.paths = {d.write("one/figure.toml", head() + kCurve),
                   d.write("two/figure.toml", head() + kCurve)};
  options.out = d.path() / "it's out";  // a quote in the path must not matter
  options.messages = &messages;
  CHECK(run_suite(options) == 0);
  const auto plots = options.out / "plots";
  CHECK(std::filesystem::file_size(plots / "one-figure-curve.svg") > 5000);
  CHECK(std::filesystem::file_size(plots / "two-figure-curve.svg") > 5000);
  CHECK(read_text(plots / "gnuplot-messages.txt").empty());
  CHECK_THAT(read_text(options.out / "report.md"),
             Catch::Contains("](plots/one-figure-curve.svg)"));
  const std::string page = read_text(options.out / "report.html");
  CHECK_THAT(page, Catch::Contains("<figcaption>Above the certified curve"));
  CHECK_THAT(page, Catch::Contains("one-figure-curve-gpPt5") && Catch::Contains("var(--c0)"));
  // Nothing of it may stay in a colour that only one theme can show, or come from elsewhere.
  for (const char* stranger : {"rgb(", "\"black\"", "<script", "src=", "url("}) {
    CAPTURE(stranger);
    CHECK(page.find(stranger) == std::string::npos);
  }
}

TEST_CASE("report: a missing program is noticed", "[report][plots]") {
  CHECK_FALSE(program_installed("no-such-program-as-this"));
  CHECK(program_installed("sh"));
}

}  // namespace
}  // namespace plumbline
