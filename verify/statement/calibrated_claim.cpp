#include "verify/statement/calibrated_claim.hpp"

#include <fmt/core.h>

#include "reference/arithmetic/numbers/number_or_none.hpp"
#include "reference/composition/family.hpp"
#include "reference/composition/privacy_target.hpp"
#include "verify/statement/certificate_hypotheses.hpp"
#include "verify/statement/neighbour_words.hpp"
#include "verify/statement/plain_number.hpp"

namespace plumbline::page {
namespace {

constexpr int kParameterDigits = 5;

std::string real_text(const Real& x, Rounding to) {
  return x.rational() ? plain(short_number(*x.rational(), to)) : x.text();
}

/// Returns the belief of an attacker that the data set is the first of two neighbouring ones, as a clause.
std::string first_words(const Certificate& c) {
  const HypothesesPtr h = hypotheses_of(c);
  if (!h || !is_about_presence(*h)) return "the data set is the first of two neighbouring ones";
  return stated_group(*h) == Rational(1) ? "the record is absent"
                                         : "the person's records are absent";
}

/// Returns the target that the value meets. The numbers of the target are rounded so that the exact target implies the
/// rounded one.
std::string target_words(const Certificate& c) {
  const PrivacyTarget target = target_of(reals_of(c.target));
  const auto up = [](const Rational& x) { return short_number(x, Rounding::up); };
  const auto down = [](const Rational& x) { return short_number(x, Rounding::down); };
  switch (target.kind) {
    case PrivacyTarget::Measure::delta:
      return fmt::format("epsilon is at most {} at delta = {}", real_text(target.at, Rounding::up),
                         plain(up(target.bound)));
    case PrivacyTarget::Measure::advantage:
      return "no attack has an advantage (true positive rate minus false positive rate) above " +
             share_text(up(target.bound));
    case PrivacyTarget::Measure::reconstruction:
      return fmt::format(
          "no reconstruction attack on a record that blind guessing hits with a probability of at "
          "most {} succeeds with a probability above {}",
          share_text(down(target.at.as_rational())), share_text(up(target.bound)));
    case PrivacyTarget::Measure::bayes:
      return fmt::format(
          "every attacker who thinks beforehand with a probability of {} that {} errs with a "
          "probability of at least {}",
          share_text(target.at.as_rational()), first_words(c), share_text(down(target.bound)));
    case PrivacyTarget::Measure::type_two:
      return fmt::format("every attack with a false positive rate of at most {} misses at least {}",
                         share_text(down(target.at.as_rational())), share_text(down(target.bound)));
    case PrivacyTarget::Measure::gaussian:
      return fmt::format(
          "attackers do no better than against Gaussian noise with mu = {}, up to {} in either "
          "error",
          real_text(target.at, Rounding::up), plain(up(target.bound)));
  }
  return "";
}

bool is_private_above(const Certificate& c) {
  return Family(c.mechanism, "").order().larger_is_more_private;
}

/// Returns the safe value, rounded to the more private side within the range in which privacy is monotone in the
/// parameter.
Rational shown_value(const Certificate& c, const Rational& safe) {
  const ParameterOrder order = Family(c.mechanism, "").order();
  if (order.integer) return safe;
  const Rational out = order.larger_is_more_private ? decimal_above(safe, kParameterDigits)
                                                    : decimal_below(safe, kParameterDigits);
  const bool within = (!order.least || *order.least < out) && (!order.most || out < *order.most);
  return within ? out : safe;
}

}  // namespace

CalibratedClaim::CalibratedClaim(const Certificate& c, size_t at, std::string name)
    : bound_{.certificate = at,
             .quantity = c.quantity,
             .name = std::move(name),
             .hypotheses = hypotheses_of(c),
             .quantifier = Quantifier::all_neighbours,
             .direction = c.direction},
      parameter_(text_of(c.options, "vary")),
      target_(target_words(c)),
      above_(is_private_above(c)),
      value_(shown_value(c, Rational::parse(text_of(c.findings, "safe")))) {}

std::string CalibratedClaim::text() const {
  const std::string start = bound_.name.empty() ? "" : bound_.name + ": ";
  return start + fmt::format("With {} = {} or {}, {} ({}).", parameter_, plain(value_),
                             above_ ? "more" : "less", target_,
                             difference_words(*bound_.hypotheses));
}

// Proof. The check proved that the safe value meets the target. By PARAMETER-ORDER all values on the private side
// meet it, including the rounded value.
std::string CalibratedClaim::fault(const Evidence& evidence) const {
  const std::string out = fault_of_subject(bound_, evidence);
  if (!out.empty()) return out;
  const Certificate& c = evidence.certificates[bound_.certificate];
  const HypothesesPtr h = hypotheses_of(c);
  if (!h || !is_dominating(*h)) return "the pair does not dominate";
  const bool forward = target_of(reals_of(c.target)).kind == PrivacyTarget::Measure::reconstruction;
  if (parse_direction(c.direction) != Direction::worst && !forward) {
    return "one direction alone is no guarantee";
  }
  const auto safe = rational_or_none(evidence.proved_finding(bound_.certificate, "safe"));
  if (!safe) return "no value is proved to be safe";
  if (above_ != is_private_above(c)) return "the private side is the other one";
  if (above_ ? value_ < *safe : *safe < value_) return "the value is rounded to the wrong side";
  if (parameter_ != text_of(c.options, "vary")) return "another parameter is named";
  return target_ == target_words(c) ? "" : "the target is another one";
}

NamedTexts CalibratedClaim::fields() const {
  NamedTexts out = fields_of(bound_);
  out.insert(out.begin(), {"kind", "calibrated"});
  out.emplace_back("parameter", parameter_);
  out.emplace_back(above_ ? "from" : "up_to", value_.text());
  return out;
}

}  // namespace plumbline::page
