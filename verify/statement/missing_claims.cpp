#include "verify/statement/missing_claims.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "reference/arithmetic/numbers/number_or_none.hpp"
#include "reference/certificates/request.hpp"
#include "verify/statement/bound_claim.hpp"
#include "verify/statement/capital.hpp"
#include "verify/statement/certificate_hypotheses.hpp"
#include "verify/statement/mechanism_names.hpp"
#include "verify/statement/neighbour_words.hpp"
#include "verify/statement/plain_number.hpp"

namespace plumbline::page {
namespace {

NamedTexts fields_of(const std::string& kind, const std::vector<size_t>& certificates) {
  std::string all;
  for (const size_t i : certificates) all += (all.empty() ? "" : ", ") + std::to_string(i + 1);
  return {{"kind", kind}, {"certificates", all}};
}

/// Returns the reason why a claim does not hold; empty if all its certificates are proved and `wanted` is true for
/// each.
template <class Wanted>
std::string fault_of_each(const Questions& about, const Evidence& evidence, const Wanted& wanted) {
  for (const size_t i : about.certificates) {
    if (!evidence.is_proved(i)) return "a certificate is not proved";
    if (!wanted(evidence.certificates[i]))
      return "it is not so of certificate " + std::to_string(i + 1);
  }
  return about.certificates.empty() ? "it is about nothing" : "";
}

bool is_near(const Rational& x, const Rational& limit) {
  const Rational half = Rational(1) / Rational(2), off = x < limit ? limit - x : x - limit;
  return off <= half;
}

}  // namespace

std::string question_text(const Certificate& c, const std::string& name) {
  const Quantity& quantity = certified_quantity(c.quantity);
  Bound bound{.quantity = c.quantity};
  if (const auto exact = rational_or_none(c.at); exact && !finds_argument(quantity)) {
    bound.at = short_number(*exact, argument_rounding(moves_of(quantity), loses_above(quantity)));
  }
  return (name.empty() ? "" : name + ": ") + uncapital(noun_of(c, bound));
}

bool says_nothing(const Certificate& c) {
  const Quantity& quantity = certified_quantity(c.quantity);
  const auto lower = rational_or_none(c.lower), upper = rational_or_none(c.upper);
  if (is_infinite(c)) return false;
  if (loses_above(quantity)) {
    if (!upper) return true;
    return quantity.probability && *upper >= Rational(1) &&
           !(lower && is_near(*lower, Rational(1)));
  }
  if (!lower) return true;
  return quantity.probability && lower->sign() <= 0 && !(upper && is_near(*upper, Rational(0)));
}

bool is_infinite(const Certificate& c) {
  return c.lower == "inf" || !text_of(c.findings, "infinite").empty();
}

bool is_whole(const Certificate& c) {
  const Quantity& quantity = certified_quantity(c.quantity);
  return parse_direction(c.direction) == Direction::worst || quantity.forward_only() ||
         quantity.directions == Directions::one_way || is_symmetric(quantity);
}

std::string UnknownClaim::text() const {
  return "NOT KNOWN: " + about_.listed +
         ". The digits or the time given did not suffice to say anything about this.";
}

std::string UnknownClaim::fault(const Evidence& evidence) const {
  return fault_of_each(about_, evidence, says_nothing);
}

NamedTexts UnknownClaim::fields() const { return fields_of("not_known", about_.certificates); }

std::string FewDigitsClaim::text() const {
  return "Fewer digits than asked: " + about_.listed +
         ". The ends given hold all the same; they lie farther apart than was asked.";
}

std::string FewDigitsClaim::fault(const Evidence& evidence) const {
  return fault_of_each(about_, evidence, [](const Certificate& c) { return !c.reached; });
}

NamedTexts FewDigitsClaim::fields() const { return fields_of("few_digits", about_.certificates); }

std::string OneDirectionClaim::text() const {
  return fmt::format(
      "Certified in one direction alone ({}): {}. A guarantee of privacy needs the worse of both "
      "directions, so these numbers stand in the tables below alone.",
      meaning_, about_.listed);
}

std::string OneDirectionClaim::fault(const Evidence& evidence) const {
  return fault_of_each(about_, evidence, [&](const Certificate& c) {
    const HypothesesPtr h = hypotheses_of(c);
    return !is_whole(c) && c.direction == direction_ && h &&
           direction_meaning(parse_direction(c.direction), *h) == meaning_;
  });
}

NamedTexts OneDirectionClaim::fields() const {
  NamedTexts out = fields_of("one_direction", about_.certificates);
  out.emplace_back("direction", direction_);
  return out;
}

std::string NoGuaranteeClaim::text() const {
  const std::string of = name_.empty() ? "" : name_ + ": ";
  return "NO GUARANTEE: " + of + basis_sentences(*hypotheses_).front();
}

std::string NoGuaranteeClaim::fault(const Evidence& evidence) const {
  if (!evidence.is_proved(certificate_)) return "the certificate is not proved";
  const auto h = hypotheses_of(evidence.certificates[certificate_]);
  if (!h || !are_equal(*h, *hypotheses_)) return "the hypotheses are others";
  if (is_dominating(*h)) return "the pair dominates";
  return fault_of_name(name_, certificate_, evidence.certificates, false);
}

NamedTexts NoGuaranteeClaim::fields() const {
  NamedTexts out = fields_of("no_guarantee", {certificate_});
  out.emplace_back("relation", relation_name(stated_relation(*hypotheses_)));
  out.emplace_back("attained", attained_name(stated_attainment(*hypotheses_)));
  return out;
}

InfiniteClaim::InfiniteClaim(const Certificate& c, size_t at, std::string name)
    : certificate_(at),
      question_(question_text(c, name)),
      named_(!name.empty()),
      direction_(c.direction),
      hypotheses_(hypotheses_of(c)),
      quantifier_(quantifier_of(certified_quantity(c.quantity), hypotheses_)) {}

std::string InfiniteClaim::text() const {
  const bool both = parse_direction(direction_) == Direction::worst;
  const std::string where = both ? "" : ", in direction " + direction_;
  const std::string first = named_ ? question_ : capital(question_);
  switch (quantifier_) {
    case Quantifier::these_data_sets:
      return "Between these two data sets alone, " + uncapital(question_) + " is infinite" + where +
             ".";
    case Quantifier::this_pair:
      return "For this pair alone, " + uncapital(question_) + " is infinite" + where + ".";
    default:
      break;
  }
  const bool bounded_alone =
      hypotheses_ != nullptr && stated_attainment(*hypotheses_) == Attained::no;
  return first + (bounded_alone ? " has no finite bound" : " is infinite") + where +
         ": there is no guarantee of it.";
}

std::string InfiniteClaim::fault(const Evidence& evidence) const {
  const bool confirmed = certificate_ < evidence.results.size() &&
                         evidence.results[certificate_].verdict == Verdict::confirmed;
  if (!confirmed) return "the certificate is not confirmed";
  const Certificate& c = evidence.certificates[certificate_];
  if (c.direction != direction_) return "the direction is another one";
  if (quantifier_ != quantifier_of(certified_quantity(c.quantity), hypotheses_of(c))) {
    return "the neighbours are others";
  }
  return is_infinite(c) ? "" : "it is not known to be infinite";
}

NamedTexts InfiniteClaim::fields() const {
  NamedTexts out = fields_of("infinite", {certificate_});
  out.emplace_back("direction", direction_);
  return out;
}

}  // namespace plumbline::page
