#include <fmt/format.h>

#include "verify/report/scoreboard.hpp"

namespace plumbline {
namespace {

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (size_t i = 0; (i = text.find(what, i)) != std::string::npos; i += by.size()) {
    text.replace(i, what.size(), by);
  }
  return text;
}

std::string html(std::string text) {
  text = replaced(std::move(text), "&", "&amp;");
  text = replaced(std::move(text), "<", "&lt;");
  return replaced(std::move(text), ">", "&gt;");
}

/// Entries of a Markdown table: no pipes, and commands as code.
std::string markdown_entry(const std::string& text, const std::string& column) {
  if (text.empty()) return "";
  const std::string safe = replaced(text, "|", "\\|");
  return column == "command" ? "`" + safe + "`" : html(safe);
}

/// What each entry says of itself, so that colour is not needed to read it.
std::string entry_class(const std::string& column, const std::string& text) {
  if (text.empty()) return "";
  if (column == "material" || column == "gross" || column == "violated") return " class=\"bad\"";
  if (column == "stated error" && text.find("broken") != std::string::npos) return " class=\"bad\"";
  if (column == "numerical" || column == "undecided") return " class=\"doubt\"";
  return column == "command" ? " class=\"command\"" : "";
}

constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --ink: #1c2430; --paper: #ffffff; --line: #d6dae0;
  --soft: #f3f5f8; --bad: #b3261e; --doubt: #8a5a00; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ee; --paper: #14181e; --line: #39414d;
  --soft: #1d232c; --bad: #ff8a80; --doubt: #ffcc66; } }
body { color: var(--ink); background: var(--paper); font: 16px/1.45 system-ui, sans-serif;
  margin: 0 auto; padding: 1rem; max-width: 90rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
p { max-width: 48rem; }
table { border-collapse: collapse; font-size: 0.85rem; }
.wide { overflow-x: auto; }
th, td { border-bottom: 1px solid var(--line); padding: 0.3rem 0.5rem; text-align: left;
  vertical-align: top; }
th { background: var(--soft); position: sticky; top: 0; }
td.bad { color: var(--bad); font-weight: 600; } td.doubt { color: var(--doubt); }
td.command { font-family: ui-monospace, monospace; font-size: 0.75rem; overflow-wrap: anywhere; }
@media (max-width: 45rem) {
  table, tbody, tr, td { display: block; } thead { display: none; }
  tr { border: 1px solid var(--line); border-radius: 0.4rem; margin: 0 0 0.8rem; padding: 0.3rem; }
  td { border: 0; padding: 0.15rem 0.4rem; overflow-wrap: anywhere; } td:empty { display: none; }
  td::before { content: attr(data-column) ": "; font-weight: 600; } }
)";

std::string html_table(const ScoreboardTable& table) {
  std::string out = "<h2>" + html(table.title) + "</h2>\n";
  if (!table.note.empty()) out += "<p>" + html(table.note) + "</p>\n";
  out += "<div class=\"wide\"><table><thead><tr>";
  for (const std::string& column : table.columns) out += "<th>" + html(column) + "</th>";
  out += "</tr></thead>\n<tbody>\n";
  for (const auto& row : table.rows) {
    out += "<tr>";
    for (size_t i = 0; i < row.size(); ++i) {
      const std::string& column = table.columns[i];
      out += fmt::format("<td{} data-column=\"{}\">{}</td>", entry_class(column, row[i]),
                         html(column), html(row[i]));
    }
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

}  // namespace

std::string scoreboard_markdown(const ScoreboardPage& page) {
  std::string out = "# " + page.title + "\n\n";
  for (const std::string& text : page.paragraphs) out += html(text) + "\n\n";
  for (const ScoreboardTable& table : page.tables) {
    out += "## " + table.title + "\n\n";
    if (!table.note.empty()) out += html(table.note) + "\n\n";
    std::string rule = "|";
    out += "|";
    for (const std::string& column : table.columns) {
      out += " " + column + " |";
      rule += "---|";
    }
    out += "\n" + rule + "\n";
    for (const auto& row : table.rows) {
      out += "|";
      for (size_t i = 0; i < row.size(); ++i) {
        out += " " + markdown_entry(row[i], table.columns[i]) + " |";
      }
      out += "\n";
    }
    out += "\n";
  }
  return out;
}

std::string scoreboard_html(const ScoreboardPage& page) {
  std::string out =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
      html(page.title) + "</title>\n<style>" + kStyle + "</style>\n</head>\n<body>\n<h1>" +
      html(page.title) + "</h1>\n";
  for (const std::string& text : page.paragraphs) out += "<p>" + html(text) + "</p>\n";
  for (const ScoreboardTable& table : page.tables) out += html_table(table);
  return out + "</body>\n</html>\n";
}

}  // namespace plumbline
