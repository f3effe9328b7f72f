#include <fmt/core.h>

#include "verify/certificates/audit_page.hpp"

namespace plumbline {
namespace {

/// Text as a table entry and as itself.
std::string plain(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '|' || c == '*' || c == '_' || c == '<' || c == '`' || c == '[') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string list(const std::vector<std::string>& items) {
  std::string out;
  for (const std::string& item : items) out += "- " + plain(item) + "\n";
  return out + "\n";
}

}  // namespace

std::string audit_markdown(const AuditPage& s) {
  std::string out = "# " + s.title + "\n\n";
  for (const std::string& line : s.summary) out += plain(line) + "\n\n";
  for (const AuditGroup& g : s.groups) {
    out += "## " + plain(g.mechanism) + "\n\n" + list(g.words);
    out += "| what | certified value | lower end | upper end | digits | check |\n";
    out += "|---|---|---|---|---|---|\n";
    for (const AuditRow& r : g.rows) {
      out += fmt::format("| {} | {} | {} | {} | {} | {}{}{} |\n", plain(r.meaning), plain(r.value),
                         r.lower, r.upper, r.digits, r.verdict,
                         r.again.empty() ? "" : " (" + plain(r.again) + ")",
                         r.second.empty() ? "" : "; second checker: " + r.second);
    }
    out += "\n";
  }
  out += "## How to check\n\n";
  for (const std::string& line : s.how_to_check) out += plain(line) + "\n\n";
  for (const std::string& command : s.commands) out += "    " + command + "\n";
  out += "\n## What it rests on\n\n" + list(s.rests_on);
  out += "## What it does not say\n\n" + list(s.does_not_say);
  out.pop_back();
  return out;
}

}  // namespace plumbline
