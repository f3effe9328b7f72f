#include "verify/certificates/statement.hpp"

namespace plumbline {
namespace {

constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --ink: #1a1f24; --paper: #ffffff; --soft: #5b6670;
  --line: #d5dade; --good: #0b6b3a; --bad: #a3261d; --block: #f3f5f6; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e8eb; --paper: #14181b; --soft: #9aa5ae; --line: #343c43; --good: #6fce9b;
    --bad: #ff8f85; --block: #1d2327; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1.25rem; color: var(--ink);
  background: var(--paper); font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; line-height: 1.2; } h2 { font-size: 1.1rem; margin-top: 2rem;
  overflow-wrap: anywhere; }
code, .number { font-family: ui-monospace, monospace; font-size: .92em; overflow-wrap: anywhere; }
pre { background: var(--block); padding: .75rem; overflow-x: auto; border-radius: .3rem; }
.summary { overflow-wrap: anywhere; }
.value { border-top: 1px solid var(--line); padding: .75rem 0; }
.value p { margin: 0 0 .4rem; } .big { font-size: 1.15rem; font-weight: 600; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem .8rem; margin: 0; }
dt { color: var(--soft); } dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
.confirmed, .consistent { color: var(--good); } .refuted, .unconfirmed, .unchecked {
  color: var(--bad); }
li { overflow-wrap: anywhere; }
@media print { body { max-width: none; font-size: 10pt; } .value { break-inside: avoid; } }
)";

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {
      out += "&quot;";
    } else {
      out += c;
    }
  }
  return out;
}

std::string tag(const std::string& name, const std::string& text, const std::string& kind = "") {
  const std::string attribute = kind.empty() ? "" : " class=\"" + kind + "\"";
  return "<" + name + attribute + ">" + escaped(text) + "</" + name + ">\n";
}

std::string list(const std::vector<std::string>& items) {
  std::string out = "<ul>\n";
  for (const std::string& item : items) out += tag("li", item);
  return out + "</ul>\n";
}

std::string row_html(const StatementRow& r) {
  std::string out = "<div class=\"value\">\n" + tag("p", r.claim);
  out += tag("p", r.value, "number big") + "<dl>\n";
  if (!r.lower.empty()) {
    out += tag("dt", "at least") + tag("dd", r.lower, "number");
    out += tag("dt", "at most") + tag("dd", r.upper, "number");
    out += tag("dt", "digits") + tag("dd", r.digits);
  }
  out += tag("dt", "computed by") + tag("dd", "engine " + r.engine);
  const bool checked = !r.again.empty();
  out += tag("dt", "check") + tag("dd", checked ? r.verdict + " by " + r.again : r.verdict,
                                  checked ? r.verdict : "unchecked");
  return out + "</dl>\n</div>\n";
}

}  // namespace

std::string statement_html(const Statement& s) {
  std::string out =
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  out += tag("title", s.title) + "<style>" + kStyle + "</style>\n</head>\n<body>\n<main>\n";
  out += tag("h1", s.title);
  for (const std::string& line : s.summary) out += tag("p", line, "summary");
  for (const StatementGroup& g : s.groups) {
    out += "<section>\n<h2><code>" + escaped(g.mechanism) + "</code></h2>\n" + list(g.words);
    for (const StatementRow& r : g.rows) out += row_html(r);
    out += "</section>\n";
  }
  out += tag("h2", "How to check");
  for (const std::string& line : s.how_to_check) out += tag("p", line);
  out += "<pre>";
  for (const std::string& command : s.commands) out += escaped(command) + "\n";
  out += "</pre>\n" + tag("h2", "What it rests on") + list(s.rests_on);
  out += tag("h2", "What it does not say") + list(s.does_not_say);
  return out + "</main>\n</body>\n</html>\n";
}

}  // namespace plumbline
