#include "verify/hunt/hunt_html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "verify/base/html_page.hpp"
#include "verify/claims/shown.hpp"
#include "verify/hunt/map.hpp"

namespace plumbline {
namespace {

std::string tile(const std::string& number, const std::string& what) {
  return "<div class=\"tile\"><b>" + html_escaped(number) + "</b><span>" + html_escaped(what) +
         "</span></div>\n";
}

std::string tiles_of(const HuntResult& result) {
  std::string out = "<div class=\"tiles\">\n" +
                    tile(std::to_string(result.questions), "questions") +
                    tile(fmt::format("{:.0f} s", result.seconds), "time") +
                    tile(std::to_string(result.causes.size()), "distinct finds");
  for (const auto& [state, count] : result.states) {
    out += tile(std::to_string(count), "answers " + state);
  }
  return out + "</div>\n";
}

std::string listed(const std::vector<std::pair<std::string, std::string>>& entries) {
  std::string out = "<dl>\n";
  for (const auto& [name, html] : entries) {
    if (!html.empty()) out += "<dt>" + name + "</dt><dd>" + html + "</dd>\n";
  }
  return out + "</dl>\n";
}

/// A setting, what was answered there, and the truth beside it.
std::vector<std::pair<std::string, std::string>> fact_entries(const std::string& name,
                                                              const Examined& e) {
  const std::string setting = with_short_numbers(setting_expression(e.setting));
  std::vector<std::pair<std::string, std::string>> out = {
      {name, html_code(setting) + html_escaped(", " + e.setting.relation)},
      {e.value.empty() ? "asked" : "answered",
       "<strong>" + html_escaped(answer_text(e)) + "</strong>"}};
  if (!e.truth_lower.empty()) out.emplace_back("true", html_escaped(cause_truth(e)));
  const std::string size = cause_size(e);
  if (!size.empty())
    out.emplace_back("wrong", "<span class=\"bad\">" + html_escaped(size) + "</span>");
  if (!e.note.empty()) out.emplace_back("note", html_with_breaks(with_short_numbers(e.note)));
  return out;
}

std::string cause_html(size_t number, const Cause& cause, const HuntedTool& tool) {
  const Examined& simplest = cause.shrunk;
  auto entries = fact_entries("simplest", simplest);
  if (!(cause.worst.setting == simplest.setting)) {
    for (auto& entry : fact_entries("worst", cause.worst)) entries.push_back(std::move(entry));
  }
  entries.emplace_back("confirmed by", html_escaped(simplest.confirmed_by));
  entries.emplace_back("met", html_with_breaks(fmt::format(
                                  "{} settings, first at question {}; {}; {}", cause.finds,
                                  cause.questions, cause_region(cause), shrink_text(cause))));
  entries.emplace_back("truth by", html_code(truth_command(simplest)));
  std::string out =
      html_tag("h3", fmt::format("{}. {}", number, cause_title(cause))) + listed(entries);
  if (!simplest.reproduction.empty()) {
    out += "<pre>" + html_escaped(simplest.reproduction) + "</pre>\n";
  }
  return out + html_details("Ask again from a shell",
                            "<pre>" + html_escaped(ask_command(simplest, tool)) + "</pre>\n");
}

std::string counts_html(const std::map<std::string, MapCell>& counts) {
  HtmlTable table{{"asked of", "answers", "sound", "wrong", "furthest off", "undecided or no value",
                   "declined"},
                  {}};
  const auto number = [](long n) { return text_entry(n > 0 ? std::to_string(n) : "", "number"); };
  for (const auto& [sort, cell] : counts) {
    const std::string worst = cell.wrong == 0 ? ""
                              : cell.worst > 0
                                  ? fmt::format("{}, {:.2g}", cell.worst_finding, cell.worst)
                                  : cell.worst_finding;
    table.rows.push_back(
        {text_entry(sort), number(cell.asked()), number(cell.sound),
         text_entry(cell.wrong > 0 ? std::to_string(cell.wrong) : "", "number bad"),
         text_entry(worst), number(cell.open), number(cell.unsupported)});
  }
  return html_table(table);
}

/// The colours, as they are in the pictures.
std::string key_html() {
  const auto patch = [](const std::string& colour, const char* opacity, const std::string& what) {
    return "<span style=\"white-space:nowrap;margin-right:1.2rem\"><svg width=\"14\" height=\"14\" "
           "style=\"display:inline;vertical-align:-2px;width:14px\"><rect width=\"14\" "
           "height=\"14\" "
           "fill=\"" +
           colour + "\" fill-opacity=\"" + opacity + "\"/></svg> " + what + "</span>";
  };
  return "<p>" + patch("var(--c1)", "1", "wrong, by the truth or more") +
         patch("var(--c1)", "0.5", "wrong, by little") + patch("var(--c0)", "0.6", "sound") +
         patch("var(--c0)", "0.25", "sound, but over twice the truth") +
         patch("var(--c4)", "0.5", "undecided, or no value") +
         patch("var(--c6)", "0.25", "not answered by this accountant") + "white: untried</p>\n";
}

std::string map_html(const std::vector<MapPanel>& panels) {
  std::string out =
      key_html() +
      "<p class=\"soft\">Each picture has two of the numbers of a setting; the others vary. A cell "
      "says its counts when it is pointed at.</p>\n<div class=\"figures\">\n";
  for (const MapPanel& panel : panels) {
    out += html_figure(panel.sort + ", " + panel.y.name + " against " + panel.x.name,
                       map_svg(panel), "");
  }
  return out + "</div>\n";
}

}  // namespace

std::string hunt_html(const HuntResult& result, const HuntedTool& tool) {
  std::string command;
  for (const std::string& word : tool.command) command += (command.empty() ? "" : " ") + word;
  std::string body = "<p>Accountant: " + html_code(command) + "</p>\n" +
                     html_tag("p", hunt_headline(result)) + tiles_of(result);
  body += html_tag("h2", "What was found");
  if (result.causes.empty()) body += html_tag("p", "Nothing.");
  size_t number = 0;
  for (const Cause& cause : result.causes) body += cause_html(++number, cause, tool);
  if (number > 0) {
    body += html_tag("p",
                     "Certificates of the true values are in truths.json (plumbline check "
                     "truths.json), the finds in finds.jsonl (plumbline claims finds.jsonl).",
                     "soft");
  }
  if (!result.errors.empty()) {
    body += html_tag("h2", "Errors that it answered");
    HtmlTable table{{"message", "times"}, {}};
    for (const auto& [message, count] : result.errors) {
      table.rows.push_back({text_entry(message), text_entry(std::to_string(count), "number")});
    }
    body += html_table(table);
  }
  body += html_tag("h2", "Where was asked") + counts_html(counts_of(result.answers)) +
          map_html(map_of(result.answers));
  return html_page("A hunt: " + tool.name, body);
}

}  // namespace plumbline
