#include "verify/statement/attack_number_claims.hpp"

#include <fmt/core.h>

#include "reference/certificates/request.hpp"
#include "reference/statistics/attack_text.hpp"
#include "verify/statement/attack_names.hpp"
#include "verify/statement/capital.hpp"
#include "verify/statement/plain_number.hpp"
#include "verify/statement/short_number.hpp"

namespace plumbline::page {
namespace {

bool is_at_most(const Quantity& quantity) { return !quantity.words.first.empty(); }

void replace(std::string* text, const std::string& what, const std::string& by) {
  const size_t at = text->find(what);
  if (at != text->npos) text->replace(at, what.size(), by);
}

}  // namespace

FoundNumberClaim::FoundNumberClaim(const Certificate& c, size_t at, std::string attack)
    : certificate_(at),
      attack_(std::move(attack)),
      at_most_(is_at_most(certified_quantity(c.quantity))) {
  const auto rounded = [&](const std::string& lower, const std::string& upper) {
    return at_most_ ? decimal_above(Rational::parse(upper), kShownDigits)
                    : decimal_below(Rational::parse(lower), kShownDigits);
  };
  numbers_.emplace_back("lower, upper", rounded(c.lower, c.upper));
  for (const NamedInterval& one : c.values) {
    numbers_.emplace_back("values." + one.name, rounded(one.lower, one.upper));
  }
  const Quantity& quantity = certified_quantity(c.quantity);
  text_ = quantity.words.explained == nullptr ? quantity.words.meaning
                                              : quantity.words.explained(query_in(c));
  replace(&text_, "this number", plain(numbers_.front().second));
  if (numbers_.size() > 1) replace(&text_, "the next one", plain(numbers_[1].second));
  text_ = capital(attack_) + ": " + text_ + ".";
}

std::string FoundNumberClaim::fault(const Evidence& evidence) const {
  const Certificate& c = evidence.certificates[certificate_];
  if (!is_attack_text(c.mechanism)) return "the certificate is not about an attack";
  for (const auto& [field, number] : numbers_) {
    if (!evidence.is_proved(certificate_, field)) return field + " is not proved";
    std::string lower = c.lower, upper = c.upper;
    for (const NamedInterval& one : c.values) {
      if ("values." + one.name == field) lower = one.lower, upper = one.upper;
    }
    const bool fine =
        at_most_ ? number >= Rational::parse(upper) : number <= Rational::parse(lower);
    if (!fine) return field + " is rounded to the wrong side";
  }
  return at_most_ == is_at_most(certified_quantity(c.quantity)) ? "" : "the side is another one";
}

NamedTexts FoundNumberClaim::fields() const {
  NamedTexts out = {{"kind", "found"}, {"certificate", std::to_string(certificate_ + 1)}};
  for (const auto& [field, number] : numbers_) {
    out.emplace_back(field + (at_most_ ? " at most" : " at least"), number.text());
  }
  return out;
}

Rational TogetherClaim::sum() const {
  Rational out;
  for (const Rational& error : errors_) out = out + error;
  return out;
}

std::string TogetherClaim::text() const {
  std::string errors;
  for (size_t i = 0; i < errors_.size(); ++i) {
    errors += (i == 0                    ? ""
               : i + 1 == errors_.size() ? " and "
                                         : ", ") +
              confidence_text(short_number(errors_[i], Rounding::up));
  }
  const std::string all = fmt::format("all {} attacks", errors_.size());
  if (sum() >= Rational(1)) {
    return "Each attack has its confidence alone: nothing is certain about " + all +
           " together, as their probabilities of error (" + errors + ") come to 100 % or more.";
  }
  return fmt::format(
      "Each attack has its confidence alone. What is said of {} holds together {} (their "
      "probabilities of error, {}, are added), and so does what is said of the one that found "
      "most.",
      all,
      "with " + confidence_text(short_number(Rational(1) - sum(), Rounding::down)) + " confidence",
      errors);
}

std::string TogetherClaim::fault(const Evidence& evidence) const {
  return AttackNames(evidence.certificates).errors() == errors_
             ? ""
             : "the attacks or their probabilities of error are others";
}

NamedTexts TogetherClaim::fields() const {
  return {{"kind", "together"},
          {"attacks", std::to_string(errors_.size())},
          {"error_at_most", sum().text()}};
}

}  // namespace plumbline::page
