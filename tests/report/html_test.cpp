#include "tests/suite/suite_support.hpp"
#include "verify/base/html_page.hpp"
#include "verify/base/svg_theme.hpp"
#include "verify/report/findings.hpp"
#include "verify/report/html_report.hpp"
#include "verify/report/junit.hpp"
#include "verify/report/markdown.hpp"
#include "verify/report/mechanism_numbers.hpp"
#include "verify/report/notation.hpp"
#include "verify/report/report.hpp"

namespace plumbline {
namespace {

using namespace testing;

/// What run_text leaves, with all reports.
struct Reports {
  int code = 0;
  std::string html, junit, markdown;
};

Reports reports_of(const std::string& text) {
  const TemporaryDirectory d;
  const Run run = run_paths({d.write("case.toml", text)}, d.path() / "out");
  return {run.code, read_text(d.path() / "out" / "report.html"),
          read_text(d.path() / "out" / "junit.xml"), run.report};
}

TEST_CASE("html: a page is one file for narrow and wide, light and dark", "[report][html]") {
  const std::string page = html_page("a < b", html_tag("p", "x & y", "kind"));
  CHECK_THAT(page, Catch::StartsWith("<!doctype html>"));
  CHECK_THAT(page, Catch::Contains("width=device-width"));
  CHECK_THAT(page, Catch::Contains("prefers-color-scheme: dark"));
  CHECK_THAT(page, Catch::Contains("<title>a &lt; b</title>"));
  CHECK_THAT(page, Catch::Contains("<p class=\"kind\">x &amp; y</p>"));
  CHECK(page.find("http") == std::string::npos);
}

TEST_CASE("html: a table's cells know their columns", "[report][html]") {
  const std::string table = html_table(
      {{"a", "b\""}, {{text_entry("1"), text_entry("<2>", "number")}, {text_entry("3"), {}}}});
  CHECK_THAT(table, Catch::Contains("<th scope=\"row\"><span>1</span></th>"));
  CHECK_THAT(table, Catch::Contains("<td class=\"number\" data-label=\"b&quot;\"><span>&lt;2&gt;"));
  CHECK_THAT(table, Catch::Contains("<td class=\"empty\""));
}

TEST_CASE("html: gnuplot's colours become the page's, its ids the plot's own", "[report][html]") {
  const std::string svg =
      "<?xml?>\n<svg \n viewBox=\"0 0 5 6\"\n xmlns=\"x\">\n<title>Gnuplot</title><defs><path "
      "id='gpPt1'/></defs><use xlink:href='#gpPt1' color='rgb(  1,   1,   3)'/>"
      "<g fill=\"rgb(2,2,2)\"><path stroke='rgb(  3,   3,   3)'/></g></svg>\n";
  const std::string themed = themed_svg(svg, "p", "why \"so\"?");
  CHECK_THAT(themed, Catch::StartsWith("<svg viewBox=\"0 0 5 6\""));
  CHECK_THAT(themed, Catch::Contains("aria-label=\"why &quot;so&quot;?\""));
  CHECK_THAT(themed, Catch::Contains("id='p-gpPt1'") && Catch::Contains("href='#p-gpPt1'"));
  CHECK_THAT(themed, Catch::Contains("color='var(--c3)'") &&
                         Catch::Contains("fill=\"var(--ink)\"") &&
                         Catch::Contains("stroke='var(--grid)'"));
  CHECK(themed.find("Gnuplot") == std::string::npos);
  CHECK_THAT(standalone_svg(themed), Catch::Contains("<style>\n:root"));
  CHECK(svg_colour(3) == "#010103");
}

TEST_CASE("report: a wrong digit is in every report, with file, line and case",
          "[report][junit][faults]") {
  const Reports r = reports_of(head() + gauss_case("good", "expect = \"0.1269\"\n") +
                               gauss_case("bad", "expect = \"0.1268\"\n"));
  CHECK(r.code == 1);
  const std::string message = "printed 0.1268, certified 0.1269367375";
  CHECK_THAT(r.html, Catch::Contains("case.toml:9</code>") && Catch::Contains(message));
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
}

TEST_CASE("html: expressions break at commas before they break elsewhere", "[report][html]") {
  CHECK(html_code("m(a=1,b<2)") == "<code>m(a=1,<wbr>b&lt;2)</code>");
  CHECK(code_entry("").html.empty());
}

TEST_CASE("report: a judged curve has a distance, not a value", "[report][html]") {
  const Reports r =
      reports_of(head() +
                 "[[case]]\nid = \"c\"\nquantity = \"tradeoff\"\n"
                 "mechanism = \"subsampled_gaussian(sigma=1,p=0.5)^4\"\nat = { alpha = \"all\" }\n"
                 "judge = [\"clt\"]\n");
  for (const std::string& page : {r.html, r.markdown}) {
    CHECK_THAT(page, Catch::Contains("the curve is off by ") && Catch::Contains("at alpha = ") &&
                         Catch::Contains("whole curve"));
    CHECK(page.find("said ,") == std::string::npos);
    CHECK(page.find("truth ,") == std::string::npos);
  }
  CHECK_THAT(r.html, Catch::Contains("<dd class=\"number\">the curve is off by "));
}

TEST_CASE("report: names in what is printed are said, and the statements linked",
          "[report][html]") {
  const std::string entry =
      gauss_case("x",
                 "equals = \"hockey\"\n"
                 "where = { hockey = { quantity = \"delta\", mechanism = \"gaussian(sigma=1)\", "
                 "at = { epsilon = \"1\" } } }\n");
  const Reports plain = reports_of(head() + entry);
  CHECK_THAT(plain.html, Catch::Contains("hockey is</span> <code>delta(epsilon=1) of gaussian"));
  CHECK_THAT(plain.markdown,
             Catch::Contains("= hockey, where hockey is delta(epsilon=1) of gauss"));
  CHECK(plain.html.find("statements.md") == std::string::npos);
  const Reports linked = reports_of(head() + entry + "statement = \"A-01\"\n");
  CHECK_THAT(linked.html, Catch::Contains("<a href=\"statements.md\">"));
}

TEST_CASE("report: results of a kind it does not know are shown as they are", "[report][html]") {
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
  write_report(d.path(), false);
  const std::string html = read_text(d.path() / "report.html");
  CHECK_THAT(html, Catch::Contains("<dt>slopes.0.slope</dt><dd>-0.5</dd>"));
  CHECK_THAT(html, Catch::Contains("<dt>kind</dt><dd>supremum</dd>"));
  CHECK_THAT(read_text(d.path() / "report.md"),
             Catch::Contains("kind: supremum; quantity: tradeoff") &&
                 Catch::Contains("slopes.0.from: 10"));
  const RunResults results = load_results(d.path());
  CHECK(results.values.size() == 1);
  const auto found = findings(results);
  REQUIRE_FALSE(found.empty());
  CHECK(found[0].text() == "f.toml:5: [slope] judged wrong; its lines of results.jsonl say why");
}

TEST_CASE("report: a value with two arguments is asked and replayed with both", "[report]") {
  const auto value = nlohmann::ordered_json::parse(
      R"({"quantity":"q","mechanism":"m","direction":"worst","at":{"a":"-1","b":"2"},)"
      R"("lower":"0","upper":"1","digits_asked":15})");
  CHECK(is_value(value));
  CHECK(request_text(value) == "q(a=-1, b=2)");
  CHECK(argument_of(value).first.empty());
  CHECK(replay_command(value) == "plumbline q 'm' --a=-1 --b 2 --direction worst --digits 15");
}

TEST_CASE("report: the shape of a mechanism and its numbers", "[report]") {
  const MechanismShape s =
      shape_of("subsampled_gaussian(sigma=1.5,p=4096/50000)^100 * laplace(b=1e-3)");
  CHECK(s.shape == "subsampled_gaussian(sigma=#,p=#)^# * laplace(b=#)");
  REQUIRE(s.numbers.size() == 4);
  CHECK(s.numbers[1].name == "p");
  CHECK(s.numbers[1].text == "4096/50000");
  CHECK(s.numbers[2].name == "N");
  CHECK(s.numbers[3].text == "1e-3");
  CHECK(shape_of("finite(P=[1/4,3/4],Q=[1,0])").numbers.empty());
  CHECK(shape_of("").shape.empty());
}

}  // namespace
}  // namespace plumbline
