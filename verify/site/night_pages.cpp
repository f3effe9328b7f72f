#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "verify/base/chart.hpp"
#include "verify/base/html_page.hpp"
#include "verify/report/scoreboard.hpp"
#include "verify/site/pages.hpp"

namespace plumbline {
namespace {

constexpr size_t kMostChangesShown = 300;  ///< of each night, on its page
constexpr size_t kMostChangesListed = 50;  ///< of each night, on the page of all

std::string night_place(long id) { return fmt::format("nights/{}.html", id); }

/// "3, 2026-03-03"
std::string night_name(const KeptNight& night) {
  return fmt::format("{}, {}", night.id, night.time.substr(0, 10));
}

/// What the history's sources are called here.
std::string source_name(const std::string& source) {
  if (source == "value") return "certified values";
  return source == "judged" ? "approximations" : "accountants";
}

/// What a filter asks of a part: the accountant, or the approximation, or the file of cases.
std::string owner_of(const SiteData& data, const std::string& source, const std::string& part) {
  return source == "claim" ? tool_of_part(data, part) : part;
}

/// What a night adds up to.
struct NightSums {
  long answers = 0, violated = 0;
  double value_seconds = 0, claim_seconds = 0;
};

std::map<long, NightSums> sums_of(const SiteData& data) {
  std::map<long, NightSums> out;
  for (const KeptPart& kept : data.parts) {
    NightSums& sums = out[kept.night];
    sums.answers += kept.part.answers;
    if (kept.part.source == "value") sums.value_seconds += kept.part.seconds;
    if (kept.part.source == "claim") sums.claim_seconds += kept.part.seconds;
  }
  for (const KeptTally& tally : data.tallies) {
    if (is_violation(tally.verdict)) out[tally.night].violated += tally.count;
  }
  return out;
}

/// How many changes are of verdicts, and how many otherwise.
std::pair<long, long> changes_of(const SiteData& data, long night) {
  const auto found = data.changes.find(night);
  if (found == data.changes.end()) return {0, 0};
  long verdicts = 0;
  for (const NightChange& change : found->second) verdicts += change.kind == "verdict" ? 1 : 0;
  return {verdicts, static_cast<long>(found->second.size()) - verdicts};
}

std::string figures_html(const SiteData& data, const std::map<long, NightSums>& sums) {
  LineChart seconds{"Seconds of certified values in each night",
                    {},
                    " s",
                    {{"cases", {}}, {"claims", {}}},
                    false};
  LineChart violated{"Violated claims in each night", {}, "", {{"violated", {}}}, false};
  LineChart changed{"Verdicts that changed in each night", {}, "", {{"verdicts", {}}}, false};
  const auto positive = [](double x) { return x > 0 ? x : std::nan(""); };
  for (const KeptNight& night : data.nights) {
    const auto found = sums.find(night.id);
    const NightSums one = found == sums.end() ? NightSums{} : found->second;
    seconds.places.push_back(night.time.substr(0, 10));
    seconds.lines[0].values.push_back(positive(one.value_seconds));
    seconds.lines[1].values.push_back(positive(one.claim_seconds));
    violated.lines[0].values.push_back(static_cast<double>(one.violated));
    changed.lines[0].values.push_back(data.changes.contains(night.id)
                                          ? static_cast<double>(changes_of(data, night.id).first)
                                          : std::nan(""));
  }
  violated.places = seconds.places;
  changed.places = seconds.places;
  std::string out =
      "<div class=\"figures\">\n" +
      html_figure("How long do the certified values take?", line_chart(seconds),
                  "Sums of the recorded seconds of certified values.") +
      html_figure("How many claims are violated?", line_chart(violated), "All grades.");
  if (!data.changes.empty()) {
    out +=
        html_figure("How many verdicts changed?", line_chart(changed),
                    fmt::format("Against the night before; the last {} nights.", kNightsCompared));
  }
  return out + "</div>\n";
}

SortableTable nights_table(const SiteData& data, const std::map<long, NightSums>& sums) {
  SortableTable out;
  out.id = "nights";
  out.caption = "Verdicts and other things that changed are against the night before.";
  out.columns = {"night",         "time",    "commit", "answers", "violated", "verdicts changed",
                 "other changes", "seconds", "machine"};
  out.filters = {"month", "changes", "machine"};
  for (auto night = data.nights.rbegin(); night != data.nights.rend(); ++night) {
    const auto found = sums.find(night->id);
    const NightSums one = found == sums.end() ? NightSums{} : found->second;
    const auto [verdicts, others] = changes_of(data, night->id);
    const double total = one.value_seconds + one.claim_seconds;
    SortableTable::Row row;
    row.entries = {{site_link("nights.html", night_place(night->id), std::to_string(night->id)), "",
                    std::to_string(night->id)},
                   text_cell(night->time, "short"),
                   {html_code(night->commit.substr(0, 12)), "", ""},
                   count_cell(one.answers),
                   count_cell(one.violated),
                   count_cell(verdicts),
                   count_cell(others),
                   size_cell(total, fmt::format("{:.1f}", total)),
                   text_cell(night->machine)};
    if (night->commit.empty()) row.entries[2].html.clear();
    row.facts = {{"month", night->time.substr(0, 7)},
                 {"changes", verdicts > 0 ? "verdicts"
                             : others > 0 ? "no verdicts"
                                          : "none"},
                 {"machine", night->machine}};
    out.rows.push_back(row);
  }
  return out;
}

SortableTable::Row change_row(const SiteData& data, const KeptNight& night,
                              const NightChange& change) {
  const std::string colon = change.mechanism.empty() ? "" : ": ";
  SortableTable::Row row;
  row.entries = {{site_link("nights.html", night_place(night.id), night_name(night)), "whole",
                  std::to_string(night.id)},
                 {html_with_breaks(change.part), "", ""},
                 text_cell(source_name(change.source)),
                 text_cell(change.kind),
                 {html_with_breaks(change.mechanism + colon + change.question), "", ""},
                 text_cell(change.before),
                 text_cell(change.after),
                 {html_with_breaks(change.place), "", ""}};
  row.facts = {{"night", night_name(night)},
               {"change", change.kind},
               {"source", source_name(change.source)},
               {"of", owner_of(data, change.source, change.part)}};
  return row;
}

/// The changes of these nights, the last night first, of each at most `most`.
SortableTable changes_table(const SiteData& data, const std::vector<KeptNight>& nights,
                            size_t most) {
  SortableTable out;
  out.id = "changes";
  out.columns = {"night", "part", "source", "change", "question", "before", "after", "where"};
  out.filters = {"night", "change", "source", "of"};
  size_t left = 0;
  for (auto night = nights.rbegin(); night != nights.rend(); ++night) {
    const auto found = data.changes.find(night->id);
    if (found == data.changes.end()) continue;
    const std::vector<NightChange>& changes = found->second;
    for (size_t i = 0; i < std::min(most, changes.size()); ++i) {
      out.rows.push_back(change_row(data, *night, changes[i]));
    }
    left += changes.size() - std::min(most, changes.size());
  }
  out.caption =
      "Against the night before; errors by more than 2 %, digits by one or more, times by "
      "more than 20 % and half a second.";
  if (left > 0) {
    out.caption +=
        fmt::format(" {} more are left out here; `plumbline history show` has them.", left);
  }
  return out;
}

/// The same of one night, which needs no column.
SortableTable changes_of_night(const SiteData& data, const KeptNight& night) {
  SortableTable out = changes_table(data, {night}, kMostChangesShown);
  out.columns.erase(out.columns.begin());
  out.filters.erase(out.filters.begin());
  for (SortableTable::Row& row : out.rows) row.entries.erase(row.entries.begin());
  return out;
}

/// Verdicts of the parts of one night: how many of each.
using Tallies = std::map<std::pair<std::string, std::string>, std::map<std::string, long>>;

Tallies tallies_of(const SiteData& data, long night) {
  Tallies out;
  for (const KeptTally& tally : data.tallies) {
    if (tally.night == night) out[{tally.source, tally.part}][tally.verdict] += tally.count;
  }
  return out;
}

SortableTable::Entry error_or_none(const std::optional<double>& x) {
  return x ? size_cell(*x, error_text(*x)) : SortableTable::Entry{};
}

SortableTable::Row part_row(const SiteData& data, const NightPart& part, const Tallies& tallies) {
  long violated = 0;
  std::string verdicts;
  const auto found = tallies.find({part.source, part.name});
  if (found != tallies.end()) {
    for (const auto& [verdict, count] : found->second) {
      if (is_violation(verdict)) violated += count;
      verdicts += fmt::format("{}{} {}", verdicts.empty() ? "" : "; ", count, verdict);
    }
  }
  SortableTable::Row row;
  row.entries = {{html_with_breaks(part.name), "", ""},
                 text_cell(source_name(part.source)),
                 count_cell(part.answers),
                 text_cell(verdicts),
                 count_cell(violated, "bad"),
                 error_or_none(part.median_error),
                 error_or_none(part.largest_error),
                 part.fewest_digits
                     ? size_cell(*part.fewest_digits, fmt::format("{:.1f}", *part.fewest_digits))
                     : SortableTable::Entry{},
                 size_cell(part.seconds, fmt::format("{:.2f}", part.seconds))};
  row.facts = {{"source", source_name(part.source)},
               {"of", owner_of(data, part.source, part.name)},
               {"bounds", violated > 0 ? "violated" : "not violated"}};
  return row;
}

SortableTable parts_table(const SiteData& data, long night) {
  SortableTable out;
  out.id = "parts";
  out.caption =
      "Files of cases, approximations on them, and methods of accountants. Errors are relative, of "
      "sound bounds and estimates; seconds those that the certified values took.";
  out.columns = {"part",   "source",        "answers",       "verdicts", "violated",
                 "median", "largest error", "fewest digits", "seconds"};
  out.filters = {"source", "of", "bounds"};
  const Tallies tallies = tallies_of(data, night);
  for (const KeptPart& kept : data.parts) {
    if (kept.night == night) out.rows.push_back(part_row(data, kept.part, tallies));
  }
  return out;
}

void write_night(const SiteData& data, size_t i, SiteFolder* site) {
  const KeptNight& night = data.nights[i];
  const std::string place = night_place(night.id);
  std::string body = html_tag(
      "p",
      fmt::format("{}{}{}.", night.time, night.commit.empty() ? "" : ", commit " + night.commit,
                  night.machine.empty() ? "" : ", " + night.machine),
      "soft");
  std::string beside;
  if (i > 0) {
    beside += "<li>" + site_link(place, night_place(data.nights[i - 1].id), "the night before") +
              "</li>\n";
  }
  if (i + 1 < data.nights.size()) {
    beside += "<li>" + site_link(place, night_place(data.nights[i + 1].id), "the night after") +
              "</li>\n";
  }
  body +=
      "<ul>\n" + beside + "<li>" + site_link(place, "nights.html", "all nights") + "</li>\n</ul>\n";
  if (data.changes.contains(night.id)) {
    const SortableTable changes = changes_of_night(data, night);
    body += "<h2>What changed</h2>\n";
    body += changes.rows.empty() ? html_tag("p", "Nothing.") : sortable_html(changes);
  }
  body += "<h2>What was judged</h2>\n" + sortable_html(parts_table(data, night.id));
  site->page(place, "Night " + night_name(night), body);
}

}  // namespace

void write_night_pages(const SiteData& data, SiteFolder* site) {
  if (data.nights.empty()) {
    site->page("nights.html", "Nights",
               html_tag("p", "No history was given; `plumbline site --history FOLDER` shows one."));
    return;
  }
  const std::map<long, NightSums> sums = sums_of(data);
  std::string body =
      figures_html(data, sums) + "<h2>All nights</h2>\n" + sortable_html(nights_table(data, sums));
  const SortableTable changes = changes_table(data, data.nights, kMostChangesListed);
  if (!changes.rows.empty())
    body += "<h2 id=\"what-changed\">What changed</h2>\n" + sortable_html(changes);
  site->page("nights.html", "Nights", body);
  for (size_t i = 0; i < data.nights.size(); ++i) write_night(data, i, site);
}

}  // namespace plumbline
