#include "verify/statement/attack_claims.hpp"

#include <fmt/core.h>

#include "reference/arithmetic/numbers/number_or_none.hpp"
#include "reference/certificates/request.hpp"
#include "reference/statistics/attack_text.hpp"
#include "verify/statement/bound_claim.hpp"
#include "verify/statement/capital.hpp"
#include "verify/statement/certificate_hypotheses.hpp"
#include "verify/statement/neighbour_words.hpp"
#include "verify/statement/plain_number.hpp"

namespace plumbline::page {
namespace {

Rational confidence_of(const Certificate& c) {
  return AttackText::parse(c.mechanism).number("confidence");
}

std::string with_confidence(const Rational& confidence) {
  return "with " + confidence_text(short_number(confidence, Rounding::down)) + " confidence";
}

/// Returns the quantity of a mechanism that the certificate of an attack bounds from below; null if there is none.
const Quantity* found_quantity(const Certificate& c) {
  const FoundOf& of = certified_quantity(c.quantity).found_of;
  return of.quantity.empty() ? nullptr : &certified_quantity(of.quantity);
}

/// Returns the number that an attack found as a clause, such as "that epsilon is at least 2.8 at delta = 0.00001".
std::string number_found(const Bound& b) {
  switch (certified_quantity(b.quantity).reading) {
    case Reading::epsilon:
      return fmt::format("that epsilon is at least {} at delta = {}", plain(*b.lower),
                         plain(*b.at));
    case Reading::tv:
      return fmt::format(
          "that members can be told from non-members with an advantage (true positive rate minus "
          "false positive rate) of at least {}",
          share_text(*b.lower));
    case Reading::power:
      return fmt::format("that an attack which falsely accuses at most {} identifies at least {}",
                         share_of(*b.at, "non-members"), share_of(*b.lower, "members"));
    default:
      return fmt::format("that {} is at least {}", b.quantity, plain(*b.lower));
  }
}

/// Returns the promise as a clause about two neighbouring data sets, for a page on which the promise is not about
/// members; empty for quantities for which number_promised() does not mention members.
std::string promised_of_data_sets(const Bound& b) {
  const std::string where = " (" + difference_words(*b.hypotheses) + ")";
  switch (certified_quantity(b.quantity).reading) {
    case Reading::tv:
      return fmt::format(
          "that no test tells two neighbouring data sets apart with an advantage (true positive "
          "rate minus false positive rate) above {}{}",
          share_text(*b.upper), where);
    case Reading::power:
      return fmt::format(
          "that no test with a false positive rate of at most {} tells two neighbouring data sets "
          "apart with a true positive rate above {}{}",
          share_text(*b.at), share_text(*b.upper), where);
    default:
      return "";
  }
}

/// Returns the promised number as a clause, such as "that epsilon is at most 0.927 at delta = 0.00001".
std::string number_promised(const Bound& b) {
  switch (certified_quantity(b.quantity).reading) {
    case Reading::epsilon:
      return fmt::format("that epsilon is at most {} at delta = {}", plain(*b.upper), plain(*b.at));
    case Reading::tv:
      return fmt::format(
          "that no attack tells members from non-members with an advantage (true positive rate "
          "minus false positive rate) above {}",
          share_text(*b.upper));
    case Reading::power:
      return fmt::format("that no attack which falsely accuses at most {} identifies more than {}",
                         share_of(*b.at, "non-members"), share_of(*b.upper, "members"));
    default:
      return fmt::format("that {} is at most {}", b.quantity, plain(*b.upper));
  }
}

/// Returns the text of the found number. If it covers only one direction, the text names the change of the data set.
std::string found_words(const Bound& b) {
  const bool both = parse_direction(b.direction) == Direction::worst;
  return number_found(b) + (both ? "" : " (" + difference_words(*b.hypotheses) + ")");
}
/// Returns the text of the promise. The text names the direction if the promise covers only one, and the group if the
/// promise is about several records, because the attack is about one record.
std::string promise_words(const Bound& b) {
  const std::string direction =
      b.tells_direction ? " in direction " + b.direction + " alone" : std::string();
  const std::string of_data_sets = b.of_members ? "" : promised_of_data_sets(b);
  if (!of_data_sets.empty()) return of_data_sets + direction;
  const bool several = Rational(1) < stated_group(*b.hypotheses);
  return number_promised(b) + direction +
         (several ? " (" + difference_words(*b.hypotheses) + ")" : "");
}

/// Returns the fields of the promised and of the found number, with the kind of the claim.
NamedTexts both_fields(const std::string& kind, const Bound& promise, const Found& found) {
  NamedTexts out = fields_of(promise);
  out.insert(out.begin(), {"kind", kind});
  out.emplace_back("found_certificate", std::to_string(found.bound.certificate + 1));
  out.emplace_back("found_at_least", found.bound.lower->text());
  out.emplace_back("confidence", found.confidence.text());
  return out;
}

}  // namespace

bool is_same_question(const Certificate& promised, const Certificate& found) {
  const FoundOf& of = certified_quantity(found.quantity).found_of;
  const auto a = rational_or_none(promised.at), b = rational_or_none(found.at);
  const bool about = promised.direction == found.direction ||
                     parse_direction(promised.direction) == Direction::worst ||
                     is_symmetric(certified_quantity(promised.quantity));
  return promised.quantity == of.quantity && promised.argument == of.argument &&
         (of.argument.empty() || (a && b && *a == *b)) && about;
}

bool is_refutable(const Certificate& promised, const Certificate& found) {
  const HypothesesPtr h = hypotheses_of(promised);
  return h && covers(*h, *attacked_hypotheses(found));
}

bool is_more_found(const Certificate& promised, const Certificate& found) {
  const auto most = rational_or_none(promised.upper), least = rational_or_none(found.lower);
  // A lower end of 0 is not a finding: it does not refute a promise below 0.
  return most && least && least->sign() > 0 && *most < *least;
}

std::optional<Found> found_in(const std::vector<Certificate>& certificates, size_t at,
                              const std::string& attack) {
  const Certificate& c = certificates[at];
  const Quantity* const quantity = found_quantity(c);
  const auto lower = rational_or_none(c.lower);
  if (quantity == nullptr || !lower || lower->sign() <= 0) return std::nullopt;
  Bound bound{.certificate = at,
              .quantity = quantity->name,
              .hypotheses = attacked_hypotheses(c),
              .quantifier = Quantifier::what_was_attacked,
              .direction = c.direction,
              .lower = decimal_below(*lower, kShownDigits)};
  if (!c.argument.empty()) {
    const Rounding to = argument_rounding(moves_of(*quantity), false);
    bound.at = short_number(Rational::parse(c.at), to);
  }
  return Found{attack, confidence_of(c), std::move(bound)};
}

std::string fault_of(const Found& found, const Evidence& evidence) {
  const Bound& b = found.bound;
  if (!evidence.is_proved(b.certificate)) return "the certificate is not proved";
  const Certificate& c = evidence.certificates[b.certificate];
  if (!is_attack_text(c.mechanism)) return "the certificate is not about an attack";
  const Quantity* const quantity = found_quantity(c);
  if (quantity == nullptr || quantity->name != b.quantity) return "the quantity is another one";
  if (!(confidence_of(c) == found.confidence)) return "the confidence is another one";
  if (!are_equal(*b.hypotheses, *attacked_hypotheses(c))) return "the relation is another one";
  const auto lower = rational_or_none(c.lower);
  if (!lower || !b.lower || *lower < *b.lower) return "less was found";
  if (c.argument.empty() != !b.at) return "the argument is missing, or there is none";
  if (!b.at) return "";
  const Rational exact = Rational::parse(c.at);
  const bool down = argument_rounding(moves_of(*quantity), false) == Rounding::down;
  const bool wrong = down ? exact < *b.at : *b.at < exact;
  return wrong ? "the argument is rounded to the wrong side" : "";
}

std::string FoundClaim::text() const {
  return capital(fmt::format("{} shows, {}, {}.", found_.attack, with_confidence(found_.confidence),
                             found_words(found_.bound)));
}

NamedTexts FoundClaim::fields() const {
  NamedTexts out = fields_of(found_.bound);
  out.insert(out.begin(), {"kind", "found"});
  out.emplace_back("confidence", found_.confidence.text());
  return out;
}

std::string PromiseClaim::verdict_beside() const {
  if (refuted_) {
    return fmt::format(
        "MORE WAS FOUND THAN IS PROMISED: {}, what was attacked by {} is not {}, nor anything as "
        "private.",
        with_confidence(found_.confidence), found_.attack, beside_);
  }
  return capital(fmt::format(
      "{} does not contradict {}. It does not confirm it either: what lies between the two numbers "
      "is open.",
      found_.attack, beside_));
}

std::string PromiseClaim::text() const {
  if (!beside_.empty()) return verdict_beside();
  const std::string of = promise_.name.empty() ? "" : " of " + promise_.name;
  const std::string refuting = "If what was attacked is the certified run" +
                               attacked_condition(*promise_.hypotheses) +
                               ", the promise is refuted.";
  return fmt::format(
      "The promise{} is {}; {} shows, {}, {}. {}", of, promise_words(promise_), found_.attack,
      with_confidence(found_.confidence), found_words(found_.bound),
      refuted_ ? refuting
      : promises_nothing(promise_)
          ? "The promise says nothing: it holds for every mechanism."
          : "This number does not refute the promise. It does not confirm it either: what lies "
            "between both numbers is open.");
}

// Proof. Let the attacked system be the mechanism of the promise. The pair of the promise dominates, its relation is
// that of the attack or one that includes it, and its group has at least one record. So the runs with and without the
// record are neighbours for which the quantity is at most the promised upper end (covers, hypotheses.cpp). With the
// attack's confidence the quantity is at least the found lower end.
std::string PromiseClaim::fault(const Evidence& evidence) const {
  for (const std::string& fault :
       {page::fault_of(promise_, evidence), page::fault_of(found_, evidence)}) {
    if (!fault.empty()) return fault;
  }
  const Certificate& promised = evidence.certificates[promise_.certificate];
  const Certificate& found = evidence.certificates[found_.bound.certificate];
  if (!is_same_question(promised, found)) return "promise and attack are about different questions";
  if (!is_refutable(promised, found)) {
    return "the promise is not about the neighbours of the attack";
  }
  return is_more_found(promised, found) == refuted_ ? "" : "the verdict is another one";
}

NamedTexts PromiseClaim::fields() const {
  NamedTexts out = both_fields("promise", promise_, found_);
  out.emplace_back("refuted", refuted_ ? "yes" : "no");
  return out;
}

std::string UnrelatedClaim::text() const {
  const std::string of = promise_.name.empty() ? "the mechanism" : promise_.name;
  if (promise_.quantifier != Quantifier::all_neighbours) {
    return capital(
        fmt::format("The numbers of {} are no guarantee, so that {} neither refutes nor "
                    "supports them.",
                    of, found_.attack));
  }
  const char* const verdict = is_about_all_records(*promise_.hypotheses)
                                  ? "So the attack neither refutes nor supports the promise."
                                  : "Nothing states that the attacked record is such a record, so "
                                    "that they are not compared.";
  return capital(fmt::format("{} is about {}, and the promise of {} is about {}. {}", found_.attack,
                             difference_words(*found_.bound.hypotheses), of,
                             difference_words(*promise_.hypotheses), verdict));
}

std::string UnrelatedClaim::fault(const Evidence& evidence) const {
  for (const std::string& fault :
       {page::fault_of(promise_, evidence), page::fault_of(found_, evidence)}) {
    if (!fault.empty()) return fault;
  }
  return is_refutable(evidence.certificates[promise_.certificate],
                      evidence.certificates[found_.bound.certificate])
             ? "the promise is about these neighbours"
             : "";
}

NamedTexts UnrelatedClaim::fields() const { return both_fields("unrelated", promise_, found_); }

}  // namespace plumbline::page
