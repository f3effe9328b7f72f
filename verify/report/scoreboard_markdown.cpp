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

}  // namespace plumbline
