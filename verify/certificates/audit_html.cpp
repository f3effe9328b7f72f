#include "verify/base/html_page.hpp"
#include "verify/certificates/audit_page.hpp"

namespace plumbline {
namespace {

/// What these pages have beyond the style of all.
constexpr const char* kStyle = R"(
body { max-width: 60rem; }
.value { border-top: 1px solid var(--line); padding: .75rem 0; }
.value p { margin: 0 0 .4rem; } .big { font-size: 1.15rem; font-weight: 600; }
.confirmed { color: var(--good); }
.refuted, .unconfirmed, .contradiction, .unchecked { color: var(--bad); }
@media print {
  @page { margin: 18mm 16mm; }
  :root { color-scheme: light; --ink: #000; --paper: #fff; --soft: #444; --line: #bbb; --good: #1b6b3f; --bad: #9c1c1c; }
  body { max-width: none; font-size: 10pt; color: #000; background: #fff; }
  h2 { break-after: avoid; } .value, pre, ul { break-inside: avoid; }
  pre, code, .number { white-space: pre-wrap; overflow-wrap: anywhere; }
}
)";

std::string list(const std::vector<std::string>& items) {
  std::string out = "<ul>\n";
  for (const std::string& item : items) out += html_tag("li", item);
  return out + "</ul>\n";
}

std::string row_html(const AuditRow& r) {
  std::string out = "<div class=\"value\">\n" + html_tag("p", r.meaning);
  out += html_tag("p", r.value, "number big") + "<dl>\n";
  if (!r.lower.empty()) {
    out += html_tag("dt", "at least") + html_tag("dd", r.lower, "number");
    out += html_tag("dt", "at most") + html_tag("dd", r.upper, "number");
    out += html_tag("dt", "digits") + html_tag("dd", r.digits);
  }
  const bool checked = !r.again.empty();
  out +=
      html_tag("dt", "check") + html_tag("dd", checked ? r.verdict + " by " + r.again : r.verdict,
                                         checked ? r.verdict : "unchecked");
  if (!r.second.empty()) {
    out += html_tag("dt", "second checker") +
           html_tag("dd", r.second, r.second == "confirmed" ? "confirmed" : "unchecked");
  }
  return out + "</dl>\n</div>\n";
}

}  // namespace

std::string audit_html(const AuditPage& s) {
  std::string out;
  for (const std::string& line : s.summary) out += html_tag("p", line, "summary");
  for (const AuditGroup& g : s.groups) {
    out += "<section>\n<h2><code>" + html_escaped(g.mechanism) + "</code></h2>\n" + list(g.words);
    for (const AuditRow& r : g.rows) out += row_html(r);
    out += "</section>\n";
  }
  out += html_tag("h2", "How to check");
  for (const std::string& line : s.how_to_check) out += html_tag("p", line);
  out += "<pre>";
  for (const std::string& command : s.commands) out += html_escaped(command) + "\n";
  out += "</pre>\n" + html_tag("h2", "What it rests on") + list(s.rests_on);
  out += html_tag("h2", "What it does not say") + list(s.does_not_say);
  return html_page(s.title, out, kStyle);
}

}  // namespace plumbline
