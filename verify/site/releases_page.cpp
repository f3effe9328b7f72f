#include "verify/base/html_page.hpp"
#include "verify/site/pages.hpp"

namespace plumbline {
namespace {

/// The dates of both, so that a filter has few words.
std::vector<std::pair<std::string, std::string>> facts_of(const ReleaseRow& row) {
  const std::string date = date_in(row.later);
  return {{"tool", row.tool}, {"method", row.method}, {"later", date.empty() ? row.later : date}};
}

SortableTable::Entry tool_cell(const std::string& place, const std::string& tool) {
  return {site_link(place, accountant_place(tool), tool), "", tool};
}

/// Sorted by date, where there is one, which stays on one line.
SortableTable::Entry release_cell(const std::string& version) {
  const std::string date = date_in(version);
  const size_t at = date.empty() ? version.size() : version.find(date);
  std::string html = html_escaped(version.substr(0, at));
  if (!date.empty())
    html += "<span class=\"whole\">" + html_escaped(version.substr(at)) + "</span>";
  return {html, "", date};
}

SortableTable counts_table(const std::vector<const ReleaseRow*>& rows, const std::string& place) {
  SortableTable out;
  out.id = "by-release";
  out.caption =
      "Questions that two releases of a tool were both asked, with the same options. Mended: a "
      "violation that is none any more, or a milder one, or a number where there was none; broke: "
      "the other way round.";
  out.columns = {"accountant", "method",       "earlier", "later",
                 "questions",  "same verdict", "mended",  "broke"};
  out.filters = {"tool", "later", "changed"};
  for (const ReleaseRow* row : rows) {
    const ReleaseCounts& c = row->counts;
    SortableTable::Row line;
    line.entries = {tool_cell(place, row->tool),  name_cell(row->method),
                    release_cell(row->earlier),   release_cell(row->later),
                    count_cell(c.all()),          count_cell(c.same),
                    count_cell(c.mended, "good"), count_cell(c.broke, "bad")};
    line.facts = facts_of(*row);
    const bool both = c.mended > 0 && c.broke > 0;
    line.facts.emplace_back("changed", both           ? "mended and broke"
                                       : c.mended > 0 ? "mended"
                                       : c.broke > 0  ? "broke"
                                                      : "nothing");
    out.rows.push_back(line);
  }
  return out;
}

SortableTable verdicts_table(const std::vector<const ReleaseRow*>& rows, const std::string& place) {
  SortableTable out;
  out.id = "by-question";
  out.caption = "The questions whose verdict changed: the first 200 of each row above.";
  out.columns = {"accountant", "method", "change",      "question", "earlier",
                 "verdict",    "later",  "verdict now", "where"};
  out.filters = {"tool", "method", "later", "change"};
  for (const ReleaseRow* row : rows) {
    for (const ReleaseChange& change : row->changes) {
      const std::string turn = change.mended ? "mended" : "broke";
      SortableTable::Row line;
      line.entries = {tool_cell(place, row->tool),
                      name_cell(row->method),
                      text_cell(turn, change.mended ? "good" : "bad"),
                      {html_with_breaks(change.question), "", ""},
                      release_cell(row->earlier),
                      text_cell(change.earlier),
                      release_cell(row->later),
                      text_cell(change.later),
                      {html_with_breaks(change.place), "", ""}};
      line.facts = facts_of(*row);
      line.facts.emplace_back("change", turn);
      out.rows.push_back(line);
    }
  }
  return out;
}

}  // namespace

std::string releases_html(const SiteData& data, const std::string& place, const std::string& tool) {
  std::vector<const ReleaseRow*> rows;
  for (const ReleaseRow* row : data.claims.summary.releases().rows()) {
    if (tool.empty() || row->tool == tool) rows.push_back(row);
  }
  if (rows.empty()) return "";
  SortableTable counts = counts_table(rows, place), verdicts = verdicts_table(rows, place);
  if (!tool.empty()) {
    counts.filters = {"method", "later", "changed"};
    verdicts.filters = {"method", "later", "change"};
  }
  std::string out = sortable_html(counts);
  if (!verdicts.rows.empty()) {
    out += "<h2 id=\"changed-verdicts\">Verdicts that a release changed</h2>\n" +
           sortable_html(verdicts);
  }
  return out;
}

void write_releases_page(const SiteData& data, SiteFolder* site) {
  const std::string place = "releases.html", tables = releases_html(data, place);
  site->page(place, "What releases changed",
             tables.empty()
                 ? html_tag("p", "No question was asked of two releases of an accountant.")
                 : tables);
}

}  // namespace plumbline
