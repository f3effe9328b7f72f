#include "verify/certificates/check_text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "reference/arithmetic/ascii.hpp"
#include "reference/certificates/request.hpp"
#include "reference/mechanisms/hypotheses/stated.hpp"
#include "verify/base/text/safe_text.hpp"
#include "verify/certificates/hypotheses_record.hpp"
#include "verify/certificates/roles.hpp"

namespace plumbline {
namespace {

/// Returns the names of the parts of a certificate that the check did not prove, for example "lower, values.eta".
std::string open_parts(const CheckResult& r) {
  std::string out;
  const auto add = [&](const std::string& part) { out += (out.empty() ? "" : ", ") + part; };
  for (const CheckedNumber& number : r.numbers) {
    if (number.proved()) continue;
    const bool first = number.name == "lower, upper";
    if (first && number.below != Standing::proved) add("lower");
    if (first && number.above != Standing::proved) add("upper");
    if (!first) add(number.name);
  }
  for (const CheckedFinding& finding : r.findings) {
    if (finding.standing != Standing::proved) add(finding.name);
  }
  return out.empty() ? "everything" : out;
}

/// Returns a text such as "lower end" or "values.eta, upper end". It names the field, and the end if the check refutes
/// exactly one end.
std::string wrong_part(const CheckResult& r, const std::string& field) {
  for (const CheckedNumber& number : r.numbers) {
    const bool below = number.below == Standing::refuted, above = number.above == Standing::refuted;
    if (number.name != field || below == above) continue;
    const std::string end = below ? "lower end" : "upper end";
    return field == "lower, upper" ? end : field + ", " + end;
  }
  return field == "lower, upper" ? "both ends" : field;
}

/// Returns "upper end: the certificate says 1.38, which is below all that was derived again" for an end of the first
/// number. Its stated and its derived interval are printed above this line. Returns an empty text for other fields.
std::string end_words(const Certificate& c, const CheckResult& r, const Objection& o) {
  const std::string part = wrong_part(r, o.field);
  const bool lower = part == "lower end", upper = part == "upper end";
  const bool shown = o.found.starts_with(interval_text(r.lower, r.upper) + " by ");
  if (r.lower.empty() || !shown || lower == upper) return "";
  return fmt::format("{}: the certificate says {}, which is {} all that was derived again", part,
                     lower ? c.lower : c.upper, lower ? "above" : "below");
}

std::string confirmed_by(const CheckResult& r, bool ends) {
  if (ends && r.engine.empty()) return r.path;
  return ends ? "judged again, the target is met and missed where it says so"
              : "every end is proved by what was derived again";
}

std::string meaning(const Certificate& c, const CheckResult& r) {
  const bool ends = certified_quantity(c.quantity).certificate->proof == Proof::calibration;
  switch (r.verdict) {
    case Verdict::confirmed:
      return confirmed_by(r, ends) +
             (r.record.empty() ? "" : "; the record of its computation does not come out again");
    case Verdict::unconfirmed:
      return "not decided (precision or time ran out): " + open_parts(r);
    case Verdict::contradiction:
      return "two enclosures derived here do not meet: the program is at fault";
    case Verdict::withdrawn:
      return "no pair is proved for a mechanism that it names: " + r.objections.front().found;
    case Verdict::refuted:
      break;
  }
  std::string wrong;
  for (const Objection& o : r.objections) {
    const std::string part = wrong_part(r, o.field);
    if (wrong.find(part) == std::string::npos) wrong += (wrong.empty() ? "" : "; ") + part;
  }
  return wrong.empty() ? "a number in it does not hold" : "does not hold: " + wrong;
}

/// Returns a remark such as " (lower end not decided)"; empty if the number is proved.
std::string standing_words(const CheckResult& r, const std::string& name) {
  for (const CheckedNumber& number : r.numbers) {
    if (number.name != name || number.proved()) continue;
    std::string out;
    for (const auto& [end, standing] :
         {std::pair("lower", number.below), {"upper", number.above}}) {
      if (standing == Standing::proved) continue;
      out += (out.empty() ? " (" : ", ") + std::string(end) + " end " + standing_name(standing);
    }
    return out + ")";
  }
  for (const CheckedFinding& finding : r.findings) {
    if (finding.name != name || finding.standing == Standing::proved) continue;
    return " (" + standing_name(finding.standing) + ")";
  }
  return "";
}

/// Returns "  typed        M\n" for a mechanism that was typed in another form, if the check found that both denote the
/// same mechanism. Returns an empty text for a calibration, where the typed expression is the family with its open
/// parameter.
std::string typed_words(const Certificate& c, const CheckResult& r) {
  constexpr size_t kLongest = 200;  // the text of a training log may be longer
  const auto other_form = [](const std::string& typed, const std::string& canonical) {
    std::string plain = typed;
    std::erase_if(plain, is_space);
    return !plain.empty() && plain != canonical && typed.size() <= kLongest;
  };
  if (r.verdict != Verdict::confirmed || !text_of(c.written_more, "vary").empty()) return "";
  std::string out;
  if (other_form(c.written_mechanism, c.mechanism)) out = one_line(c.written_mechanism);
  if (other_form(c.written_other, c.other)) {
    out += (out.empty() ? "from " : " from ") + one_line(c.written_other);
  }
  return out.empty() ? "" : "  typed        " + out + "\n";
}

/// Returns the hypotheses of the mechanisms, one line each, and the warning about a mixed pair. These are the
/// hypotheses that the check derived. They equal the hypotheses that the certificate states, unless the check has an
/// objection to these.
std::string hypotheses_words(const Certificate& c, const CheckResult& r) {
  const std::string derived = c.version < kStatesHypotheses ? " (derived, not stated)" : "";
  std::string out;
  const auto add = [&](const std::string& label, const HypothesesPtr& h) {
    if (!h) return;
    out += fmt::format("  {:<12} {}{}\n", label, one_line(hypotheses_text(*h)), derived);
    const std::string warning = mixed_warning(*h);
    if (!warning.empty()) out += "  warning      " + one_line(warning) + "\n";
  };
  add("hypotheses", r.hypotheses);
  add("other", r.other_hypotheses);
  if (is_bound_of_run(c)) {
    out += "  role         it bounds a run, no data sets of which are known to have this pair\n";
  }
  return out;
}

}  // namespace

std::string interval_text(const std::string& lower, const std::string& upper) {
  return lower == upper ? lower : "[" + lower + ", " + upper + "]";
}

std::string subject_of(const Certificate& c) {
  std::string numbers = c.argument.empty() ? "" : c.argument + "=" + c.at;
  for (const auto& [name, value] : c.target) {
    numbers += (numbers.empty() ? "" : ", ") + name + "=" + value;
  }
  std::string quantity = c.quantity;
  const Quantity& entry = certified_quantity(c.quantity);
  const bool open = entry.subject == Subject::open_mechanism;
  if (open) quantity = text_of(c.options, "vary") + " for target ";
  if (finds_argument(entry)) numbers = c.options.empty() ? "" : c.options.front().second;
  if (!numbers.empty()) quantity += "(" + numbers + ")";
  const std::string second = c.other.empty() ? "" : " from " + c.other;
  return quantity + " of " + c.mechanism + second + ", " + c.direction;
}

std::string check_text(const CheckedPlace& place, const Certificate& c, const CheckResult& r) {
  std::string out = place.file;
  if (place.count > 1) out += fmt::format(" [{}/{}]", place.index, place.count);
  out += ": " + subject_of(c) + "\n" + typed_words(c, r);
  out += fmt::format("  {}: {}\n", verdict_name(r.verdict), meaning(c, r));
  out += hypotheses_words(c, r);
  const std::string exact = c.digits == "exact" ? "exact" : c.digits + " digits";
  out += fmt::format("  certificate  {}   {}, {}{}\n", interval_text(c.lower, c.upper), exact,
                     c.engine, standing_words(r, "lower, upper"));
  for (const NamedInterval& value : c.values) {
    out += fmt::format("    {} = {}{}\n", value.name, interval_text(value.lower, value.upper),
                       standing_words(r, "values." + value.name));
  }
  for (const auto& [name, text] : c.findings) {
    out += fmt::format("    {}: {}{}\n", name, text, standing_words(r, "findings." + name));
  }
  if (!r.engine.empty()) {
    out += fmt::format(
        "  again        {}   {}, {} ({}), {:.3g} s\n", interval_text(r.lower, r.upper),
        r.digits == "exact" ? r.digits : r.digits + " digits", r.engine, r.path, place.seconds);
  }
  for (const Objection& o : r.objections) {
    if (r.verdict == Verdict::withdrawn) break;  // the verdict states the objection
    if (const std::string end = end_words(c, r, o); !end.empty()) {
      out += "  WRONG " + end + "\n";
      continue;
    }
    const std::string stated = o.stated.empty() ? "" : "the certificate says " + o.stated + "; ";
    out += fmt::format("  WRONG {}: {}{}\n", wrong_part(r, o.field), stated, o.found);
  }
  for (const Objection& o : r.record) {
    out += fmt::format("  record, {}: the certificate says {}; {}\n", o.field, o.stated, o.found);
  }
  for (const std::string& note : r.notes) out += fmt::format("  note: {}\n", note);
  return out;
}

std::string check_summary(const std::vector<CheckResult>& results) {
  std::string out =
      fmt::format("{} certificate{}:", results.size(), results.size() == 1 ? "" : "s");
  bool first = true;
  for (const Verdict verdict : {Verdict::confirmed, Verdict::unconfirmed, Verdict::refuted,
                                Verdict::withdrawn, Verdict::contradiction}) {
    const auto n = std::count_if(results.begin(), results.end(),
                                 [&](const CheckResult& r) { return r.verdict == verdict; });
    if (n == 0) continue;
    out += fmt::format("{} {} {}", first ? "" : ",", n, verdict_name(verdict));
    first = false;
  }
  return out;
}

}  // namespace plumbline
