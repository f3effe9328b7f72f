#include "verify/hunt/hunt_html.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "verify/base/html_page.hpp"
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

std::string cause_html(size_t number, const Cause& cause, const HuntedTool& tool) {
  const bool same = cause.worst.setting == cause.shrunk.setting;
  std::string out = html_tag("h3", fmt::format("{}. {}", number, cause_title(cause)));
  out += listed(
      {{"simplest", html_with_breaks(cause_fact(cause.shrunk))},
       {"worst", same ? "" : html_with_breaks(cause_fact(cause.worst))},
       {"confirmed by", html_escaped(cause.shrunk.confirmed_by)},
       {"met", html_with_breaks(fmt::format("{} settings, first at question {}; {}", cause.finds,
                                            cause.questions, cause_region(cause)))},
       {"truth", html_code(truth_command(cause.shrunk))}});
  return out + html_details("Ask again",
                            "<pre>" + html_escaped(reproduction(cause.shrunk, tool)) + "</pre>\n");
}

std::string map_html(const std::vector<MapPanel>& panels) {
  std::string out =
      "<p>Each picture has two of the numbers of a setting; the others vary. Orange: something is "
      "wrong, the deeper the worse. Blue: sound, pale where the tightest bound of the cell is more "
      "than twice the truth. Yellow: asked, not decided or no value. Grey: the accountant does not "
      "answer that. White: untried. Each cell says its counts when it is pointed at.</p>\n"
      "<div class=\"figures\">\n";
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
  std::string body = "<p>Accountant: " + html_code(command) + "</p>\n" + tiles_of(result);
  body += html_tag("h2", "What was found");
  if (result.causes.empty()) body += html_tag("p", "Nothing.");
  size_t number = 0;
  for (const Cause& cause : result.causes) body += cause_html(++number, cause, tool);
  if (!result.errors.empty()) {
    body += html_tag("h2", "Errors that it answered");
    HtmlTable table{{"message", "times"}, {}};
    for (const auto& [message, count] : result.errors) {
      table.rows.push_back({text_entry(message), text_entry(std::to_string(count), "number")});
    }
    body += html_table(table);
  }
  body += html_tag("h2", "Where was asked") + map_html(map_of(result.answers));
  return html_page("A hunt: " + tool.name, body);
}

}  // namespace plumbline
