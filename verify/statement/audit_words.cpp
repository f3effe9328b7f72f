#include "verify/statement/audit_words.hpp"

#include <fmt/core.h>

#include <utility>

#include "reference/arithmetic/numbers/number_or_none.hpp"
#include "reference/certificates/interval.hpp"
#include "reference/certificates/request.hpp"
#include "reference/certificates/stated_digits.hpp"
#include "reference/mechanisms/hypotheses/stated.hpp"
#include "reference/statistics/attack_text.hpp"
#include "verify/certificates/check_text.hpp"
#include "verify/certificates/proved.hpp"
#include "verify/certificates/roles.hpp"
#include "verify/statement/bound.hpp"
#include "verify/statement/call_claim.hpp"
#include "verify/statement/certificate_hypotheses.hpp"
#include "verify/statement/common_digits.hpp"
#include "verify/statement/comparison_words.hpp"
#include "verify/statement/design_claims.hpp"
#include "verify/statement/neighbour_words.hpp"
#include "verify/statement/number_tokens.hpp"

namespace plumbline {

namespace {

bool both_directions(const Certificate& c) {
  return parse_direction(c.direction) == Direction::worst;
}

/// Returns the text with the first occurrence of `gap` replaced by `by`.
std::string filled(std::string text, const std::string& gap, const std::string& by) {
  const size_t at = text.find(gap);
  if (at != std::string::npos) text.replace(at, gap.size(), by);
  return text;
}

/// Returns the neighbours for which the numbers of a certificate hold, as the end of a clause; empty if they hold for
/// the mechanism in general.
std::string basis_of(const Certificate& c) {
  const Quantity& quantity = certified_quantity(c.quantity);
  const HypothesesPtr h = hypotheses_of(c);
  const bool own = h && c.other.empty() && !quantity.selects &&
                   quantity.subject != Subject::open_mechanism &&
                   quantity.dangerous != DangerousSide::none;
  return own ? basis_suffix(*h) : "";
}

/// Returns a sentence on the neighbours for which the numbers hold, in the cases that basis_of() does not cover: two
/// mechanisms, and a mechanism with an open parameter. Otherwise returns an empty text.
std::string basis_sentence(const Certificate& c) {
  const Quantity& quantity = certified_quantity(c.quantity);
  const HypothesesPtr h = hypotheses_of(c);
  if (!c.other.empty() && !is_attack_text(c.mechanism)) return page::compared_basis(c);
  if (!h || quantity.subject != Subject::open_mechanism || basis_suffix(*h).empty()) return "";
  return " This holds" + basis_suffix(*h).substr(1) + ".";
}

/// Returns the sentence about a quantity whose registry entry has no words of its own for the proved result.
std::string plain_claim(const Proved& proved) {
  const Certificate& c = proved.c;
  const QuantityWords& words = certified_quantity(c.quantity).words;
  const std::string at = shown_number(c.target.empty() ? c.at : c.target.back().second);
  std::string out =
      filled(words.explained != nullptr ? words.explained(proved.answer().query) : words.meaning,
             "{}", at);
  if (out.empty()) {
    out = c.quantity + (c.argument.empty() ? "" : " at " + c.argument + " = " + at) + ": " +
          certified_quantity(c.quantity).summary;
  }
  if (words.by_direction && !both_directions(c)) out += ", in this direction alone";
  const std::string weight = text_of(c.options, "hyperprior");
  if (!weight.empty()) out += ", where priors are weighted by the density " + weight;
  out += basis_of(c) + ".";
  if (!proved.finding("infinite").empty()) out += " It is infinite.";
  const CheckedFinding* prior = proved.find("at." + c.argument);
  if (prior == nullptr || prior->found.empty()) return out;
  return out + fmt::format(" At the prior {} it is at least {}.", prior->text, prior->found);
}

std::string claim_of(const Proved& proved) {
  const QuantityWords& words = certified_quantity(proved.c.quantity).words;
  return page::role_words(proved.c) +
         shown_numbers(words.proved != nullptr ? words.proved(proved.answer())
                                               : plain_claim(proved)) +
         basis_sentence(proved.c);
}

/// Returns true if delta is larger than delta(0): then the epsilon that solves delta(epsilon) = delta is negative.
bool meets_delta_without_epsilon(const Quantity& quantity, const std::string& upper) {
  const auto end = rational_or_none(upper);
  return quantity.reading == Reading::epsilon && end && end->sign() < 0;
}

/// Returns true if an upper end of the certificate is a bound for all neighbours.
bool is_guarantee(const Certificate& c) {
  if (!role_of(c).empty()) return false;
  const HypothesesPtr h = hypotheses_of(c);
  return both_directions(c) && h && is_dominating(*h);
}

/// Returns the sentence with the number to publish, which is the bound on the safe side.
std::string safe_reading(const Proved& proved) {
  const Certificate& c = proved.c;
  const CheckedNumber* number = proved.number("lower, upper");
  if (number == nullptr || c.upper == "inf" || !is_guarantee(c)) return "";
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

/// Returns the side to which the certificate's number must not be rounded, because the rounded number would promise
/// more privacy than is proved, or a larger violation than the attack found.
DangerousSide safe_side(const Certificate& c) {
  const Quantity& quantity = certified_quantity(c.quantity);
  const std::string role = role_of(c);
  if (!role.empty()) return role == kAtLeast ? DangerousSide::above : DangerousSide::none;
  if (!is_attack_text(c.mechanism)) {
    const HypothesesPtr h = hypotheses_of(c);
    const bool one_side = (h && is_dominating(*h)) || page::is_of_hull(quantity, c);
    return one_side ? quantity.dangerous : DangerousSide::none;
  }
  // Limits of error rates and p-values are upper bounds; all other results are lower bounds.
  const bool at_most = quantity.words.proved != nullptr || !quantity.words.first.empty();
  return at_most ? DangerousSide::below : DangerousSide::above;
}

/// Returns the number to copy, rounded to the safe side; if no side is safe, returns common_digits() of the ends.
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

/// Returns the meaning of the number `name`, which the certificate states in addition to its two ends.
std::string value_meaning(const Certificate& c, const std::string& name) {
  for (const auto& [known, words] : certified_quantity(c.quantity).words.values) {
    if (known == name) return words + ".";
    const bool numbered = words.find("{}") != std::string::npos && name.rfind(known, 0) == 0;
    if (numbered) return filled(words, "{}", name.substr(known.size())) + ".";
  }
  return name + ".";
}

/// The sentence of one row: the words of its quantity, and a guarantee (`safe`) if the hypotheses permit it.
class RowClaim : public page::PageClaim {
 public:
  RowClaim(size_t certificate, std::string field, std::string words, std::string safe)
      : certificate_(certificate),
        field_(std::move(field)),
        words_(std::move(words)),
        safe_(std::move(safe)) {}

  std::string text() const override { return words_ + safe_; }
  std::string fault(const page::Evidence& evidence) const override {
    const Certificate& c = evidence.certificates[certificate_];
    const CheckResult* result =
        evidence.results.empty() ? nullptr : &evidence.results[certificate_];
    if (!safe_.empty() && (!is_guarantee(c) || !evidence.is_proved(certificate_))) {
      return "a guarantee is stated without a dominating pair";
    }
    if (field_ != "lower, upper") return "";
    return words_ == claim_of(Proved(c, result)) ? "" : "the words are not those of its hypotheses";
  }
  NamedTexts fields() const override {
    return {{"kind", "number"},
            {"certificate", std::to_string(certificate_ + 1)},
            {"field", field_},
            {"guarantee", safe_.empty() ? "no" : "yes"}};
  }

 private:
  size_t certificate_;
  std::string field_, words_, safe_;
};

/// The sentence of a verdict about two mechanisms, which is printed above its number.
class VerdictRowClaim : public page::PageClaim {
 public:
  VerdictRowClaim(size_t certificate, std::string words)
      : certificate_(certificate), words_(std::move(words)) {}
  std::string text() const override { return words_; }
  std::string fault(const page::Evidence& evidence) const override {
    const Certificate& c = evidence.certificates[certificate_];
    const CheckResult* result =
        evidence.results.empty() ? nullptr : &evidence.results[certificate_];
    return words_ == verdict_meaning(Proved(c, result)) ? "" : "the verdict is told otherwise";
  }
  NamedTexts fields() const override {
    return {{"kind", "verdict"}, {"certificate", std::to_string(certificate_ + 1)}};
  }

 private:
  size_t certificate_;
  std::string words_;
};

/// Returns the row with the number of `field` and the meaning of this number.
AuditRow row_of(const Proved& proved, page::Sentence meaning, const std::string& field) {
  AuditRow out{std::move(meaning), proved.checked() ? "not proved" : "not checked"};
  out.verdict = proved.verdict();
  const CheckedNumber* number = proved.number(field);
  if (number == nullptr) return out;
  out.value = safe_value(proved.c, *number);
  out.lower = number->lower;
  out.upper = number->upper;
  out.digits = stated_digits(out.lower, out.upper);
  out.again = number->engine.empty() ? number->path : number->engine + ", " + number->path;
  return out;
}

}  // namespace

std::string statement_words(const Certificate& certificate, const CheckResult& result) {
  return claim_of(Proved(certificate, &result));
}

std::vector<AuditRow> rows_of(const page::Evidence& evidence, size_t at) {
  const Certificate& c = evidence.certificates[at];
  const Proved proved(c, evidence.results.empty() ? nullptr : &evidence.results[at]);
  const std::string first = "lower, upper";
  std::vector<AuditRow> out{row_of(
      proved, page::say<RowClaim>(at, first, claim_of(proved), safe_reading(proved)), first)};
  if (!proved.finding("infinite").empty()) {
    out.front().value = "infinite";
    out.front().lower = out.front().upper = out.front().digits = "";
  }
  if (certified_quantity(c.quantity).certificate->proof == Proof::comparison) {
    AuditRow verdict{page::say<VerdictRowClaim>(at, verdict_meaning(proved)),
                     verdict_value(proved)};
    verdict.verdict = proved.verdict();
    verdict.again = out.front().again;
    out.insert(out.begin(), verdict);
  }
  for (const NamedInterval& value : c.values) {
    const std::string field = "values." + value.name;
    out.push_back(
        row_of(proved, page::say<RowClaim>(at, field, value_meaning(c, value.name), ""), field));
  }
  return out;
}

}  // namespace plumbline
