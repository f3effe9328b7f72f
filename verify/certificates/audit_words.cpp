#include "verify/certificates/audit_words.hpp"

#include <fmt/core.h>

#include <cctype>
#include <sstream>

#include "reference/arithmetic/numbers/number_or_none.hpp"
#include "reference/certificates/interval.hpp"
#include "reference/certificates/request.hpp"
#include "reference/statistics/attack_text.hpp"
#include "verify/certificates/call_words.hpp"
#include "verify/certificates/proved.hpp"

namespace plumbline {
namespace {

bool both_directions(const Certificate& c) {
  return parse_direction(c.direction) == Direction::worst;
}

std::string verdict_words(const std::string& verdict) {
  if (verdict == "first_more_private") {
    return "The first mechanism is at least as private as the second, whatever the attacker";
  }
  if (verdict == "second_more_private") {
    return "The second mechanism is at least as private as the first, whatever the attacker";
  }
  if (verdict == "cross") {
    return "Neither mechanism is the more private one for every attacker: their privacy profiles "
           "cross";
  }
  if (verdict == "equal") return "The two mechanisms are equally private, whatever the attacker";
  return "Which of the two mechanisms is the more private one was not decided";
}

/// "between epsilon = 0 and 1 the first has at least the delta of the second (is not more private)"
std::string range_words(const std::string& text) {
  std::istringstream words(text);
  std::string kind, from, to, gap;
  words >> kind >> from >> to >> gap;
  const std::string where = fmt::format("for epsilon from {} to {} ", from, to);
  if (kind == "first_larger")
    return where + "the first has at least the delta of the second (is not more private)";
  if (kind == "second_larger")
    return where + "the second has at least the delta of the first (is not more private)";
  if (kind == "equal") return where + "they are equal";
  return where + "their deltas differ by " + gap + " at most, in an order not decided";
}

/// "" where nothing is left open, or " (up to ...)".
std::string margin_words(const Proved& proved, const std::string& verdict) {
  const std::string margin = proved.finding("margin");
  if (margin == "0" || verdict == "cross" || verdict == "open") return "";
  if (margin.empty()) return " (up to a difference of delta that was not proved)";
  return fmt::format(" (up to a difference of delta of {})", margin);
}

std::string comparison_meaning(const Proved& proved) {
  const Certificate& c = proved.c;
  const std::string verdict = proved.finding("verdict");
  if (verdict.empty()) return "Which of the two mechanisms is the more private one.";
  std::string out = verdict_words(verdict);
  if (!both_directions(c)) out += ", in this direction alone";
  out += margin_words(proved, verdict);
  std::string ranges;
  for (const auto& [name, text] : c.findings) {
    if (name.rfind("range_", 0) != 0 || proved.finding(name).empty()) continue;
    ranges += (ranges.empty() ? "" : "; ") + range_words(text);
  }
  out += ": " + ranges;
  const std::string beyond = proved.finding("beyond");
  if (!beyond.empty() && beyond != "0") {
    out += fmt::format(
        "; further out their deltas differ by {} at most, or keep the order of the last range",
        beyond);
  }
  return out + ".";
}

std::string verdict_value(const Proved& proved) {
  const std::string verdict = proved.finding("verdict");
  if (verdict.empty()) return proved.checked() ? "not proved" : "not checked";
  if (verdict == "first_more_private") return "the first is more private";
  if (verdict == "second_more_private") return "the second is more private";
  if (verdict == "cross") return "neither is more private";
  return verdict == "equal" ? "equal" : "not decided";
}

/// The text with what stands for {} put in.
std::string filled(std::string text, const std::string& gap, const std::string& by) {
  const size_t at = text.find(gap);
  if (at != std::string::npos) text.replace(at, gap.size(), by);
  return text;
}

std::string claim_of(const Proved& proved) {
  const Certificate& c = proved.c;
  const QuantityWords& words = certified_quantity(c.quantity).words;
  const ProvedAnswer answer = proved.answer();
  if (words.proved != nullptr) return words.proved(answer);
  const std::string at = shown_number(c.target.empty() ? c.at : c.target.back().second);
  std::string out =
      words.explained != nullptr ? words.explained(answer.query) : filled(words.meaning, "{}", at);
  if (out.empty()) {
    out = c.quantity + (c.argument.empty() ? "" : " at " + c.argument + " = " + at) + ": " +
          certified_quantity(c.quantity).summary;
  }
  if (words.by_direction && !both_directions(c)) out += ", in this direction alone";
  const std::string weight = text_of(c.options, "hyperprior");
  if (!weight.empty()) out += ", where priors are weighted by the density " + weight;
  out += ".";
  if (!proved.finding("infinite").empty()) out += " It is infinite.";
  const CheckedFinding* prior = proved.find("at." + c.argument);
  if (prior == nullptr || prior->found.empty()) return out;
  return out + fmt::format(" At the prior {} it is at least {}.", prior->text, prior->found);
}

/// Where delta is larger than delta(0), the epsilon that solves delta(epsilon) = delta is below 0.
bool meets_delta_without_epsilon(const Quantity& quantity, const std::string& upper) {
  const auto end = rational_or_none(upper);
  return quantity.reading == Reading::epsilon && end && end->sign() < 0;
}

/// What an auditor may write down: the bound on the safe side.
std::string safe_reading(const Proved& proved) {
  const Certificate& c = proved.c;
  const CheckedNumber* number = proved.number("lower, upper");
  if (number == nullptr || c.upper == "inf" || !both_directions(c) || !role_of(c).empty()) {
    return "";
  }
  const Quantity& quantity = certified_quantity(c.quantity);
  if (meets_delta_without_epsilon(quantity, c.upper)) {
    return fmt::format(
        " The equation delta(epsilon) = delta is solved by a number below 0, which the ends "
        "enclose; no epsilon is needed: it is (0, {})-DP.",
        shown_number(c.at));
  }
  const std::string words = quantity.words.safe;
  return filled(filled(words, "{at}", shown_number(c.at)), "{upper}", c.upper);
}

constexpr int kSafeDigits = 6;

/// The side on which the number of a certificate may be rounded, so that not too much is promised or accused.
DangerousSide safe_side(const Certificate& c) {
  const Quantity& quantity = certified_quantity(c.quantity);
  const std::string role = role_of(c);
  if (!role.empty()) return role == kAtLeast ? DangerousSide::above : DangerousSide::none;
  if (!is_attack_text(c.mechanism)) return quantity.dangerous;
  // Limits of error rates and p-values are at most what is said; all else was found at least.
  const bool at_most = quantity.words.proved != nullptr || !quantity.words.first.empty();
  return at_most ? DangerousSide::below : DangerousSide::above;
}

/// The number as it may be copied; where no side is the safe one, the digits that are certain.
std::string safe_value(const Certificate& c, const CheckedNumber& number) {
  const DangerousSide side = safe_side(c);
  const auto lower = rational_or_none(number.lower), upper = rational_or_none(number.upper);
  const bool one_number = number.name == "lower, upper" || is_attack_text(c.mechanism);
  if (number.name == "lower, upper" &&
      meets_delta_without_epsilon(certified_quantity(c.quantity), number.upper)) {
    return "0";
  }
  if (side == DangerousSide::none || !one_number || !lower || !upper || *lower == *upper) {
    return common_digits(number.lower, number.upper);
  }
  return side == DangerousSide::above ? "at least " + decimal_below(*lower, kSafeDigits).text()
                                      : "at most " + decimal_above(*upper, kSafeDigits).text();
}

/// Of one of the further numbers.
std::string value_meaning(const Certificate& c, const std::string& name) {
  for (const auto& [known, words] : certified_quantity(c.quantity).words.values) {
    if (known == name) return words + ".";
    const bool numbered = words.find("{}") != std::string::npos && name.rfind(known, 0) == 0;
    if (numbered) return filled(words, "{}", name.substr(known.size())) + ".";
  }
  return name + ".";
}

/// The number of that field with its meaning.
AuditRow row_of(const Proved& proved, const std::string& meaning, const std::string& field) {
  AuditRow out{meaning, proved.checked() ? "not proved" : "not checked"};
  out.verdict = proved.verdict();
  const CheckedNumber* number = proved.number(field);
  if (number == nullptr) return out;
  out.value = safe_value(proved.c, *number);
  out.lower = number->lower;
  out.upper = number->upper;
  out.digits = digits_text(Interval::read(out.lower, out.upper).digits());
  out.again = number->engine.empty() ? number->path : number->engine + ", " + number->path;
  return out;
}

}  // namespace

std::string statement_words(const Certificate& certificate, const CheckResult& result) {
  return role_words(certificate) + claim_of(Proved(certificate, &result));
}

std::vector<AuditRow> rows_of(const Certificate& c, const CheckResult* result) {
  const Proved proved(c, result);
  std::vector<AuditRow> out{
      row_of(proved, role_words(c) + claim_of(proved) + safe_reading(proved), "lower, upper")};
  if (!proved.finding("infinite").empty()) {
    out.front().value = "infinite";
    out.front().lower = out.front().upper = out.front().digits = "";
  }
  if (certified_quantity(c.quantity).certificate->proof == Proof::comparison) {
    AuditRow verdict{comparison_meaning(proved), verdict_value(proved)};
    verdict.verdict = proved.verdict();
    verdict.again = out.front().again;
    out.insert(out.begin(), verdict);
  }
  for (const NamedInterval& value : c.values) {
    out.push_back(row_of(proved, value_meaning(c, value.name), "values." + value.name));
  }
  return out;
}

}  // namespace plumbline
