#include <fmt/format.h>

#include <algorithm>

#include "verify/base/html_page.hpp"
#include "verify/report/drawing.hpp"
#include "verify/report/html_report.hpp"
#include "verify/report/notation.hpp"

namespace plumbline {
namespace {

/// Texts below this length stay on one line.
constexpr size_t kShort = 24;

HtmlTable::Entry verdict_entry(const std::string& verdict) {
  if (verdict == "agrees") return text_entry(verdict, "short good");
  if (verdict == "stale_dispute") return text_entry("agrees, dispute is stale", "bad");
  return text_entry(verdict, verdict == "differs" ? "short bad" : "short");
}

/// "> by_N", and below it what the names stand for.
HtmlTable::Entry printed_entry(const Json& value) {
  HtmlTable::Entry out = text_entry(text_of(value, "expect"), "number");
  const Json where = value.value("where", Json::object());
  for (const auto& [name, stands_for] : where.items()) {
    out.html += "<br><span class=\"soft\">" + html_escaped(name) + " is</span> " +
                html_code(stands_for.is_string() ? stands_for.get<std::string>() : "");
  }
  return out;
}

/// Whether the run's statements have a page of their own.
bool has_statements(const RunResults& results) {
  const auto carries = [](const Json& value) { return value.contains("statements"); };
  return std::any_of(results.values.begin(), results.values.end(), carries);
}

std::string table_of(const Values& values) {
  HtmlTable table{{"quantity", "mechanism", "printed", "certified", "verdict", "why"}, {}};
  for (const Json* value : values) {
    const std::string asked = request_text(*value);
    const std::string certified = interval(text_of(*value, "lower"), text_of(*value, "upper"));
    table.rows.push_back(
        {text_entry(asked, asked.size() < kShort ? "short" : ""),
         code_entry(mechanism_text(*value)), printed_entry(*value),
         text_entry(certified, certified.size() < kShort ? "number short" : "number"),
         verdict_entry(text_of(*value, "verdict")), text_entry(text_of(*value, "dispute"))});
  }
  return html_table(table);
}

/// Those of one source, folded away unless one does not simply agree.
std::string source_html(const Values& values) {
  size_t agree = 0;
  for (const Json* value : values) agree += text_of(*value, "verdict") == "agrees" ? 1 : 0;
  const std::string summary =
      fmt::format("{}: {} of {} agree", text_of(*values.front(), "source"), agree, values.size());
  const std::string table = table_of(values);
  return agree == values.size() ? html_details(summary, table) : html_tag("h3", summary) + table;
}

}  // namespace

std::string html_statements(const RunResults& results) {
  std::string out = "<h2 id=\"statements\">What the sources print</h2>\n";
  if (has_statements(results)) {
    out +=
        "<p>Statement by statement, with an index of misprints and false statements: "
        "<a href=\"statements.md\">statements.md</a>.</p>\n";
  }
  std::vector<Values> sources;
  for (const Json& value : results.values) {
    if (text_of(value, "expect").empty()) continue;
    const std::string source = text_of(value, "source");
    if (sources.empty() || text_of(*sources.back().front(), "source") != source) {
      sources.emplace_back();
    }
    sources.back().push_back(&value);
  }
  if (sources.empty()) return out + html_tag("p", "No case names a printed value.");
  for (const Values& values : sources) out += source_html(values);
  return out;
}

}  // namespace plumbline
