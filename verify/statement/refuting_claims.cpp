#include "verify/statement/refuting_claims.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "reference/arithmetic/numbers/number_or_none.hpp"
#include "reference/certificates/request.hpp"
#include "reference/statistics/attack_text.hpp"
#include "verify/certificates/roles.hpp"
#include "verify/statement/attack_claims.hpp"
#include "verify/statement/capital.hpp"
#include "verify/statement/certificate_hypotheses.hpp"
#include "verify/statement/plain_number.hpp"

namespace plumbline::page {
namespace {

using Verdict = RefutingClaim::Verdict;

/// Returns true if a refutation for the pair of the claimed mechanism is a refutation for the mechanism itself.
bool is_about_mechanism(const Certificate& c) {
  const HypothesesPtr h = other_hypotheses_of(c);
  return h && covers(*h, *attacked_hypotheses(c));
}

/// Returns the number of records of the group that the claimed mechanism is about, if the attack is on fewer records;
/// empty otherwise.
std::string larger_group(const Certificate& c) {
  const HypothesesPtr h = other_hypotheses_of(c);
  if (!h || stated_group(*h) <= stated_group(*attacked_hypotheses(c))) return "";
  return stated_group(*h).text();
}

/// Returns the rounding of the claimed numbers. A refuted claim is also refuted for smaller epsilon and delta; a
/// claim that is not refuted is also not refuted for larger ones.
Rounding claim_rounding(Verdict verdict) {
  switch (verdict) {
    case Verdict::refuted:
      return Rounding::down;
    case Verdict::not_refuted:
      return Rounding::up;
    case Verdict::undecided:
      break;
  }
  return Rounding::exact;
}

std::optional<Rational> number_in(const Certificate& c, size_t place, Verdict verdict) {
  if (!c.other.empty() || place >= c.target.size()) return std::nullopt;
  const auto exact = rational_or_none(c.target[place].second);
  return exact ? std::optional(short_number(*exact, claim_rounding(verdict))) : std::nullopt;
}

std::string with_confidence(const Rational& confidence) {
  return "with " + confidence_text(short_number(confidence, Rounding::down)) + " confidence";
}

}  // namespace

Verdict refuting_verdict(const CheckResult& result) {
  for (const CheckedFinding& one : result.findings) {
    if (one.name != "findings.refuted" || one.standing != Standing::proved) continue;
    if (one.text == "yes") return Verdict::refuted;
    if (one.text == "no") return Verdict::not_refuted;
  }
  return Verdict::undecided;
}

bool refutes_mechanism(const Evidence& evidence, size_t attack) {
  if (!evidence.is_proved(attack)) return false;
  const Certificate& found = evidence.certificates[attack];
  if (!is_attack_text(found.mechanism)) return false;
  if (!found.other.empty()) {
    return is_about_mechanism(found) &&
           refuting_verdict(evidence.results[attack]) == Verdict::refuted;
  }
  for (size_t i = 0; i < evidence.certificates.size(); ++i) {
    const Certificate& promised = evidence.certificates[i];
    if (is_attack_text(promised.mechanism) || !evidence.is_proved(i)) continue;
    if (!role_of(promised).empty()) continue;
    const bool comparable = is_same_question(promised, found) && is_refutable(promised, found);
    if (comparable && is_more_found(promised, found)) return true;
  }
  return false;
}

RefutingClaim::RefutingClaim(const Certificate& c, size_t at, Verdict verdict, std::string attack,
                             std::string mechanism)
    : certificate_(at),
      verdict_(verdict),
      attack_(std::move(attack)),
      mechanism_(std::move(mechanism)),
      of_all_neighbours_(c.other.empty() || is_about_mechanism(c)),
      direction_(c.direction),
      promised_group_(larger_group(c)),
      confidence_(AttackText::parse(c.mechanism).number("confidence")),
      p_value_(verdict == Verdict::refuted ? decimal_above(Rational::parse(c.upper), kShownDigits)
                                           : decimal_below(Rational::parse(c.lower), kShownDigits)),
      epsilon_(number_in(c, 0, verdict)),
      delta_(number_in(c, 1, verdict)) {}

std::string RefutingClaim::claimed() const {
  if (mechanism_.empty()) {
    return fmt::format("what was attacked is ({}, {})-DP", plain(*epsilon_), plain(*delta_));
  }
  const bool weaker = verdict_ != Verdict::refuted && !promised_group_.empty();
  if (of_all_neighbours_ && weaker) {
    return "one record is as private in what was attacked as " + mechanism_ +
           " promises for all records of one person, at most " + promised_group_;
  }
  return of_all_neighbours_
             ? "what was attacked is " + mechanism_ + ", or anything as private"
             : "what was attacked has, with and without the record, outputs as private as the "
               "pair of " +
                   mechanism_ + " alone (which says nothing about the mechanism)";
}

std::string RefutingClaim::target() const {
  const bool one = parse_direction(direction_) != Direction::worst && verdict_ != Verdict::refuted;
  return claimed() + (one ? " in direction " + direction_ + " alone" : "");
}

std::string RefutingClaim::text() const {
  const std::string at = with_confidence(confidence_);
  switch (verdict_) {
    case Verdict::refuted:
      return capital(fmt::format(
          "{} refutes, {}, that {}. The p-value, the least probability of error at which these "
          "counts refute it, is at most {}.",
          attack_, at, target(), plain(p_value_)));
    case Verdict::not_refuted:
      return capital(fmt::format(
          "{} does not refute, {}, that {} (p-value {}{}). This does not confirm it: "
          "another attack, or more runs, may refute it.",
          attack_, at, target(), p_value_ < Rational(1) ? "at least " : "", plain(p_value_)));
    case Verdict::undecided:
      break;
  }
  return fmt::format("Whether {} refutes that {} was not decided.", attack_, target());
}

std::string RefutingClaim::fault(const Evidence& evidence) const {
  if (!evidence.is_proved(certificate_)) return "the certificate is not proved";
  const Certificate& c = evidence.certificates[certificate_];
  if (!is_attack_text(c.mechanism)) return "the certificate is not about an attack";
  if (refuting_verdict(evidence.results[certificate_]) != verdict_) {
    return "the verdict is not proved";
  }
  if (!(AttackText::parse(c.mechanism).number("confidence") == confidence_)) {
    return "the confidence is another one";
  }
  if (c.other.empty() != mechanism_.empty()) return "the claim is about something else";
  if (direction_ != c.direction) return "the direction is another one";
  if (promised_group_ != larger_group(c)) return "the group is another one";
  if (of_all_neighbours_ && !c.other.empty() && !is_about_mechanism(c)) {
    return "the claimed mechanism is not about the neighbours of the attack";
  }
  const bool fine = verdict_ == Verdict::refuted ? Rational::parse(c.upper) <= p_value_
                                                 : p_value_ <= Rational::parse(c.lower);
  if (!fine && verdict_ != Verdict::undecided) return "the p-value is rounded to the wrong side";
  if (!c.other.empty()) return "";
  const Rational epsilon = Rational::parse(c.target[0].second),
                 delta = Rational::parse(c.target[1].second);
  if (!epsilon_ || !delta_) return "the claim has no numbers";
  const bool smaller = *epsilon_ <= epsilon && *delta_ <= delta,
             larger = epsilon <= *epsilon_ && delta <= *delta_;
  const bool kept = verdict_ == Verdict::refuted       ? smaller
                    : verdict_ == Verdict::not_refuted ? larger
                                                       : smaller && larger;
  return kept ? "" : "the claim is another one";
}

NamedTexts RefutingClaim::fields() const {
  NamedTexts out = {{"kind", "claim"},
                    {"certificate", std::to_string(certificate_ + 1)},
                    {"verdict", verdict_ == Verdict::refuted       ? "refuted"
                                : verdict_ == Verdict::not_refuted ? "not_refuted"
                                                                   : "undecided"},
                    {"confidence", confidence_.text()},
                    {"for", of_all_neighbours_ ? "mechanism" : "pair"},
                    {"direction", direction_}};
  if (!mechanism_.empty()) out.emplace_back("mechanism", mechanism_);
  if (epsilon_) out.emplace_back("epsilon", epsilon_->text());
  if (delta_) out.emplace_back("delta", delta_->text());
  return out;
}

std::string RelyingClaim::text() const {
  return std::string(
             "Do not rely on other promises on this page either, if what was attacked is the "
             "certified run and the data sets with and without the attacked record are its "
             "neighbours: with the confidence of the attack it is not ") +
         (mechanisms_ == 1 ? "this mechanism" : "these mechanisms") + ", nor anything as private.";
}

std::string RelyingClaim::fault(const Evidence& evidence) const {
  for (const size_t i : refuting_) {
    if (!refutes_mechanism(evidence, i)) return "a certificate refutes no mechanism";
  }
  return refuting_.empty() ? "nothing is refuted" : "";
}

NamedTexts RelyingClaim::fields() const {
  return {{"kind", "no_reliance"}, {"mechanisms", std::to_string(mechanisms_)}};
}

}  // namespace plumbline::page
