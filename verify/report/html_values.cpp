#include <fmt/format.h>

#include "verify/base/html_page.hpp"
#include "verify/report/drawing.hpp"
#include "verify/report/html_report.hpp"
#include "verify/report/notation.hpp"
#include "verify/report/others.hpp"

namespace plumbline {
namespace {

/// On which side of the truth it is, where that matters.
std::string side_words(const Json& judged) {
  const std::string side = text_of(judged, "side");
  if (side == "dangerous") return " on the dangerous side";
  if (side == "safe") return " on the safe side";
  return side == "below" || side == "above" ? " " + side : "";
}

/// What an approximation said: its error, or why there is none.
std::string judged_text(const Json& judged) {
  const std::string verdict = text_of(judged, "verdict");
  if (verdict == "measured" && text_of(judged, "value").empty()) {
    return "the curve is off by " + short_number(error_of(judged, "absolute_error")) + ", " +
           short_number(judged.value("seconds", 0.0)) + " s";
  }
  if (verdict == "measured") {
    const std::string printed = text_of(judged, "expect");
    return text_of(judged, "value") + ", off by " +
           short_number(error_of(judged, "absolute_error")) + side_words(judged) + ", " +
           text_of(judged, "correct_digits") + " digits, " +
           short_number(judged.value("seconds", 0.0)) + " s" +
           (printed.empty() ? ""
                            : "; printed " + printed + ": " + text_of(judged, "expect_verdict"));
  }
  const std::string reason = text_of(judged, "reason");
  return verdict + (reason.empty() ? "" : ": " + reason);
}

std::string judged_html(const Json& value) {
  std::string out;
  for (const Json& judged : value.value("judged", Json::array())) {
    out += "<dt>" + html_escaped(text_of(judged, "approximation")) + "</dt><dd class=\"number\">" +
           html_escaped(judged_text(judged)) + "</dd>";
  }
  return out.empty() ? "" : "<dl>" + out + "</dl>";
}

std::vector<HtmlTable::Entry> value_row(const Json& value) {
  std::string remark = text_of(value, "reached") == "true" ? "" : "not reached";
  if (!text_of(value, "reason").empty()) remark += ": " + text_of(value, "reason");
  return {text_entry(text_of(value, "case") + ": " + request_text(value)),
          code_entry(mechanism_text(value)),
          text_entry(interval(text_of(value, "lower"), text_of(value, "upper"), 20), "number"),
          text_entry(fmt::format("{}, {} s", text_of(value, "engine"),
                                 short_number(value.value("seconds", 0.0)))),
          text_entry(remark, "bad"),
          {judged_html(value), ""}};
}

/// The values of one file, folded away.
std::string file_html(const Values& values) {
  const Json& first = *values.front();
  HtmlTable table{{"value", "mechanism", "certified", "engine, time", "remark", "approximations"},
                  {}};
  for (const Json* value : values) table.rows.push_back(value_row(*value));
  return html_details(
      fmt::format("{} ({} values)", text_of(first, "file"), values.size()),
      html_tag("p", text_of(first, "title") + ". " + text_of(first, "source") + ".", "soft") +
          html_table(table));
}

std::string others_html(const RunResults& results) {
  if (results.others.empty()) return "";
  HtmlTable table{{"case", "what the result says"}, {}};
  for (const Json& other : results.others) {
    std::string members;
    for (const auto& [name, text] : flat_members(other, {"file", "case", "title", "source"})) {
      members += "<dt>" + html_escaped(name) + "</dt><dd>" + html_escaped(text) + "</dd>";
    }
    table.rows.push_back({text_entry(text_of(other, "file") + ", " + text_of(other, "case")),
                          {"<dl>" + members + "</dl>", ""}});
  }
  return "<h2 id=\"others\">Other results</h2>\n" + html_table(table);
}

}  // namespace

std::string html_values(const RunResults& results) {
  std::string out = "<h2 id=\"values\">Every value</h2>\n";
  Values of_file;
  for (const Json& value : results.values) {
    if (!of_file.empty() && text_of(*of_file.front(), "file") != text_of(value, "file")) {
      out += file_html(of_file);
      of_file.clear();
    }
    of_file.push_back(&value);
  }
  if (!of_file.empty()) out += file_html(of_file);
  return out + others_html(results);
}

std::string html_reading() {
  return R"(<h2 id="reading">How to read this</h2>
<ul>
<li><b>Certified.</b> <code>0.14768290785[27, 28]</code> means that the exact value lies between
0.1476829078527 and 0.1476829078528. Both ends are rounded outward; the full ends are in
<code>results.jsonl</code>.</li>
<li><b>Agrees</b>: every number in the enclosure rounds to the printed digits; <b>differs</b>: none
does; <b>undecided</b>: the enclosure is too wide to tell; <b>disputed</b>: it differs and the case says
why. A dispute that turns out to agree is stale and fails the run.</li>
<li><b>Errors</b> are differences between the exact double that an approximation returned and the
enclosure; tables and plots show the upper end, so the error is certainly no larger.</li>
<li><b>The dangerous side</b> is the one that promises more privacy than there is: below the truth for
what attackers gain (delta, epsilon, power), above it for what they fail in (trade-off functions, Bayes
errors).</li>
<li><b>Share of the method</b>: the same method is also run in higher precision; the rest of its error
is rounding.</li>
<li><b>Bands</b> are intervals in which a method itself says the truth lies: a proved bound, or a
confidence interval, which may miss now and then.</li>
<li><b>Refused</b>: the method does not answer such a question. <b>No number</b>: it answered nan or
infinity, or failed.</li>
<li><b>Worse than the baseline</b>: an approximation's error certainly grew, an enclosure does not meet the
earlier one, or a value takes much longer than it did.</li>
<li>A decimal in a mechanism is exact: <code>p=0.01</code> is 1/100.</li>
</ul>
)";
}

}  // namespace plumbline
