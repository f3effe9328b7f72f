#include "verify/statement/design_claims.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "reference/arithmetic/numbers/number_or_none.hpp"
#include "reference/certificates/request.hpp"
#include "reference/questions/comparison_findings.hpp"
#include "verify/statement/bound_claim.hpp"
#include "verify/statement/certificate_hypotheses.hpp"
#include "verify/statement/neighbour_words.hpp"
#include "verify/statement/plain_number.hpp"

namespace plumbline::page {
namespace {

bool have_same_neighbours(const Hypotheses& a, const Hypotheses& b) {
  const PairRelation first = stated_relation(a), second = stated_relation(b);
  const bool any = first == PairRelation::any || second == PairRelation::any;
  return (any || first == second) && stated_group(a) == stated_group(b) && same_records(a, b);
}

/// Returns `mechanisms` if the neighbours agree and each pair has the property that its argument requests: true means
/// that the pair dominates, false means that some neighbours attain it. Otherwise returns `pairs`.
ComparedSubject subject_of(const Certificate& c, bool first_dominates, bool second_dominates) {
  const auto a = hypotheses_of(c), b = other_hypotheses_of(c);
  if (!a || !b || !have_same_neighbours(*a, *b)) return ComparedSubject::pairs;
  const auto fits = [](const Hypotheses& h, bool dominates) {
    return dominates ? is_dominating(h) : is_shown_by_some(h);
  };
  const bool fine = fits(*a, first_dominates) && fits(*b, second_dominates);
  return fine ? ComparedSubject::mechanisms : ComparedSubject::pairs;
}

std::string direction_suffix(const std::string& direction) {
  return parse_direction(direction) == Direction::worst ? ""
                                                        : ", in direction " + direction + " alone";
}

std::string subject_suffix(ComparedSubject subject) {
  return subject == ComparedSubject::mechanisms
             ? ""
             : " This is about the two pairs alone, not about the mechanisms: for their "
               "neighbouring data sets the result may differ.";
}

Dominance verdict_named(const std::string& name) {
  for (const Dominance one : {Dominance::first_more_private, Dominance::second_more_private,
                              Dominance::cross, Dominance::equal}) {
    if (dominance_name(one) == name) return one;
  }
  return Dominance::open;
}

/// Returns the subject of a verdict. A verdict that one mechanism is more private requires that its pair dominates
/// and the other pair is attained; all other verdicts require both properties for both pairs.
ComparedSubject verdict_subject(const Certificate& c, Dominance verdict) {
  const bool forth = subject_of(c, true, false) == ComparedSubject::mechanisms,
             back = subject_of(c, false, true) == ComparedSubject::mechanisms;
  const bool fine = verdict == Dominance::first_more_private    ? forth
                    : verdict == Dominance::second_more_private ? back
                                                                : forth && back;
  return fine ? ComparedSubject::mechanisms : ComparedSubject::pairs;
}

}  // namespace

std::string compared_basis(const Certificate& c) {
  const bool difference = certified_quantity(c.quantity).certificate->proof == Proof::two_values;
  return subject_suffix(difference ? subject_of(c, false, true)
                                   : verdict_subject(c, Dominance::cross));
}

// Proof for mechanisms. Let R be the Bayes error at a prior. R of a mechanism is the minimum over its neighbours. It is
// at least R of a dominating pair, and at most R of an attained pair. So Delta(M1 to M2), the maximum of R_1 - R_2, is
// at most that of the pairs if the first pair is attained and the second dominates.
DivergenceClaim::DivergenceClaim(const Certificate& c, size_t at, std::string first,
                                 std::string second)
    : certificate_(at),
      first_(std::move(first)),
      second_(std::move(second)),
      direction_(c.direction),
      weight_(text_of(c.options, "hyperprior")),
      subject_(subject_of(c, false, true)),
      upper_(decimal_above(Rational::parse(c.upper), kShownDigits)) {}

std::string DivergenceClaim::text() const {
  const std::string where = weight_.empty()
                                ? "for every prior"
                                : "where the priors are weighted by the density " + weight_;
  const bool both = parse_direction(direction_) == Direction::worst;
  const std::string choice =
      both ? "; under each of them the worse choice of the data set that has the prior counts" : "";
  const std::string of = subject_ == ComparedSubject::mechanisms
                             ? "The smallest error of an attacker, over all neighbouring data sets,"
                             : "The smallest error of an attacker";
  return fmt::format(
             "{} is larger under {} than under {} by at most {} (Delta-divergence), {}{}{}.", of,
             first_, second_, plain(upper_), where, choice, direction_suffix(direction_)) +
         subject_suffix(subject_);
}

std::string DivergenceClaim::fault(const Evidence& evidence) const {
  if (!evidence.is_proved(certificate_)) return "the certificate is not proved";
  const Certificate& c = evidence.certificates[certificate_];
  if (certified_quantity(c.quantity).certificate->proof != Proof::two_values) {
    return "the certificate is not about a divergence";
  }
  const auto upper = rational_or_none(c.upper);
  if (!upper || upper_ < *upper) return "the number is below the certificate's";
  if (direction_ != c.direction) return "the direction is another one";
  if (weight_ != text_of(c.options, "hyperprior")) return "the density is another one";
  const bool too_much = subject_ == ComparedSubject::mechanisms &&
                        subject_of(c, false, true) != ComparedSubject::mechanisms;
  return too_much ? "the pairs do not stand for the mechanisms" : "";
}

NamedTexts DivergenceClaim::fields() const {
  return {{"kind", "divergence"},
          {"certificate", std::to_string(certificate_ + 1)},
          {"for", subject_ == ComparedSubject::mechanisms ? "mechanisms" : "pairs"},
          {"direction", direction_},
          {"at_most", upper_.text()}};
}

VerdictClaim::VerdictClaim(const Certificate& c, size_t at, std::string first, std::string second)
    : certificate_(at),
      first_(std::move(first)),
      second_(std::move(second)),
      direction_(c.direction),
      verdict_(text_of(c.findings, "verdict")),
      margin_(text_of(c.findings, "margin")),
      subject_(verdict_subject(c, verdict_named(verdict_))) {}

std::string VerdictClaim::text() const {
  const auto as_private = [](const std::string& a, const std::string& b) {
    return a + " is at least as private as " + b + ", whatever the attacker";
  };
  const Dominance verdict = verdict_named(verdict_);
  std::string out;
  switch (verdict) {
    case Dominance::first_more_private:
      out = as_private(first_, second_);
      break;
    case Dominance::second_more_private:
      out = as_private(second_, first_);
      break;
    case Dominance::cross:
      out = fmt::format(
          "Neither of {} and {} is the more private one for every attacker: their privacy profiles "
          "cross",
          first_, second_);
      break;
    case Dominance::equal:
      out = fmt::format("{} and {} are equally private, whatever the attacker", first_, second_);
      break;
    case Dominance::open:
      out = fmt::format("Which of {} and {} is the more private one was not decided", first_,
                        second_);
  }
  const auto margin = rational_or_none(margin_);
  const bool has_margin = verdict != Dominance::cross && verdict != Dominance::open && margin;
  if (has_margin && margin->sign() > 0) {
    out += fmt::format(", up to a difference of delta of {}",
                       plain(decimal_above(*margin, kShownDigits)));
  }
  return out + direction_suffix(direction_) + "." + subject_suffix(subject_);
}

std::string VerdictClaim::fault(const Evidence& evidence) const {
  if (!evidence.is_proved(certificate_)) return "the certificate is not proved";
  const Certificate& c = evidence.certificates[certificate_];
  if (direction_ != c.direction) return "the direction is another one";
  if (evidence.proved_finding(certificate_, "verdict") != verdict_) {
    return "the verdict is not proved";
  }
  if (evidence.proved_finding(certificate_, "margin") != margin_) return "the margin is not proved";
  const bool too_much = subject_ == ComparedSubject::mechanisms &&
                        verdict_subject(c, verdict_named(verdict_)) != ComparedSubject::mechanisms;
  return too_much ? "the pairs do not stand for the mechanisms" : "";
}

NamedTexts VerdictClaim::fields() const {
  return {{"kind", "verdict"},
          {"certificate", std::to_string(certificate_ + 1)},
          {"for", subject_ == ComparedSubject::mechanisms ? "mechanisms" : "pairs"},
          {"direction", direction_},
          {"verdict", verdict_},
          {"margin", margin_}};
}

}  // namespace plumbline::page
