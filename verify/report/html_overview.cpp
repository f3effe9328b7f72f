#include <fmt/format.h>

#include "verify/base/html_page.hpp"
#include "verify/report/findings.hpp"
#include "verify/report/html_report.hpp"
#include "verify/report/markdown.hpp"
#include "verify/report/summary.hpp"

namespace plumbline {
namespace {

std::string tile(size_t count, const std::string& what, const std::string& kind = "") {
  return fmt::format("<div class=\"tile\"><b{}>{}</b><span>{}</span></div>\n",
                     kind.empty() ? "" : " class=\"" + kind + "\"", count, html_escaped(what));
}

/// Bad when there are any.
std::string alarm(size_t count, const std::string& what) {
  return tile(count, what, count > 0 ? "bad" : "");
}

std::string tiles(const RunResults& results, const std::vector<Finding>& found) {
  const VerdictCounts verdicts = count_verdicts(results);
  const RunCounts counts = count_run(results);
  size_t regressions = 0;
  for (const Finding& f : found) regressions += f.kind == Finding::Kind::regression ? 1 : 0;
  std::string out = "<div class=\"tiles\">\n" + tile(results.values.size(), "values certified");
  out += tile(verdicts.compared(), "printed values compared") + tile(verdicts.agrees, "agree");
  out += alarm(verdicts.differs, "differ") + tile(verdicts.disputed, "differ, and are known to");
  if (verdicts.stale > 0) out += alarm(verdicts.stale, "agree though disputed");
  out += tile(counts.judged, "answers of approximations judged");
  out += alarm(counts.exceeded, "beyond their tolerance");
  out += alarm(counts.unreached, "enclosures wider than asked");
  if (results.run.contains("baseline") && results.run.at("baseline").is_object()) {
    out += alarm(regressions, "worse than the baseline");
  }
  if (!results.others.empty()) out += tile(results.others.size(), "other results");
  return out + "</div>\n";
}

std::string findings_html(const std::vector<Finding>& found) {
  std::string out = "<h2 id=\"findings\">What is wrong</h2>\n";
  if (found.empty()) return out + html_tag("p", "Nothing.", "good");
  HtmlTable table{{"kind", "where", "case", "what", "message"}, {}};
  for (const Finding& f : found) {
    const std::string place = f.line > 0 ? fmt::format("{}:{}", f.file, f.line) : f.file;
    table.rows.push_back({text_entry(kind_name(f.kind), "bad"), code_entry(place),
                          text_entry(f.case_id), text_entry(f.what), text_entry(f.message)});
  }
  return out + html_table(table);
}

}  // namespace

std::string html_overview(const RunResults& results) {
  const Json& run = results.run;
  const std::string code = text_of(run, "exit_code"), version = text_of(run, "version");
  const std::vector<Finding> found = findings(results);
  std::string out = html_tag(
      "p", fmt::format("plumbline {} ran {} of {} cases in {:.1f} s. Exit code {}: {}.",
                       version.empty() ? "(unversioned)" : version, text_of(run, "cases_run"),
                       text_of(run, "cases"), run.value("seconds", 0.0),
                       code.empty() ? "missing" : code, exit_code_meaning(code)));
  const std::string baseline = baseline_sentence(results);
  if (!baseline.empty()) out += html_tag("p", baseline);
  return out + tiles(results, found) + findings_html(found);
}

}  // namespace plumbline
