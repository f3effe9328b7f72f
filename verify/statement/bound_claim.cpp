#include "verify/statement/bound_claim.hpp"

#include <fmt/core.h>

#include "reference/certificates/request.hpp"
#include "verify/statement/capital.hpp"
#include "verify/statement/certificate_hypotheses.hpp"
#include "verify/statement/neighbour_words.hpp"
#include "verify/statement/plain_number.hpp"
#include "verify/statement/promised_found.hpp"

namespace plumbline::page {
namespace {

std::string share_or_number(const Rational& x, bool as_share) {
  return as_share ? share_text(x) : plain(x);
}

/// Returns the sentence about attacks on members, for data sets of which only one contains the record; empty for
/// quantities without such a sentence.
std::string attack_sentence(const Quantity& quantity, const Bound& b) {
  const std::string at = b.at ? share_of(*b.at, "non-members") : "";
  switch (quantity.reading) {
    case Reading::tv:
      return fmt::format(
          "No attack tells members from non-members with an advantage (true positive rate minus "
          "false positive rate) above {}.",
          share_text(*b.upper));
    case Reading::power:
      if (quantity.forward_only()) return "";
      return fmt::format("An attack that falsely accuses at most {} identifies at most {}.", at,
                         share_of(*b.upper, "members"));
    case Reading::type_two:
      return fmt::format("An attack that falsely accuses at most {} misses at least {}.", at,
                         share_of(*b.lower, "members"));
    case Reading::type_one:
      return fmt::format("An attack that misses at most {} falsely accuses at least {}.",
                         share_of(*b.at, "members"), share_of(*b.lower, "non-members"));
    case Reading::bayes:
      return fmt::format(
          "Whoever guesses whether a record is a member, thinking beforehand that this is not so "
          "with a probability of {}, errs with a probability of at least {}.",
          share_text(*b.at), share_text(*b.lower));
    case Reading::success:
      return fmt::format(
          "Whoever guesses whether a record is a member, thinking beforehand that this is not so "
          "with a probability of {}, is right with a probability of at most {}.",
          share_text(*b.at), share_text(*b.upper));
    case Reading::delta:
    case Reading::epsilon:
    case Reading::renyi:
    case Reading::none:
      break;
  }
  return "";
}

/// Returns the sentence about tests of two neighbouring data sets; empty for quantities without such a sentence.
std::string test_sentence(const Quantity& quantity, const Bound& b) {
  const auto rates = [&](const char* first, const char* second, const char* side,
                         const std::optional<Rational>& number) {
    return fmt::format(
        "A test that tells two neighbouring data sets apart with a false {} rate of at most {} has "
        "a {} rate of {} {}",
        first, share_text(*b.at), second, side, share_text(*number));
  };
  switch (quantity.reading) {
    case Reading::tv:
      return fmt::format(
          "No test tells two neighbouring data sets apart with an advantage (true positive rate "
          "minus false positive rate) above {}",
          share_text(*b.upper));
    case Reading::power:
      return rates("positive", "true positive", "at most", b.upper);
    case Reading::type_two:
      return rates("positive", "false negative", "at least", b.lower);
    case Reading::type_one:
      return rates("negative", "false positive", "at least", b.lower);
    default:
      return "";
  }
}

/// Returns true if the data sets differ in the presence of a record, and the pair is about all records.
bool tells_presence(const Hypotheses& h) { return is_about_presence(h) && is_about_all_records(h); }

/// Returns the sentence of a quantity whose sentence has the same form for all neighbouring relations; empty for other
/// quantities.
std::string any_sentence(const Quantity& quantity, const Bound& b) {
  const std::string where = " (" + difference_words(*b.hypotheses) + ")";
  if (quantity.reading == Reading::delta) {
    return fmt::format("delta is at most {} at epsilon = {}{}.", plain(*b.upper), plain(*b.at),
                       where);
  }
  if (quantity.reading == Reading::power && quantity.forward_only()) {
    return fmt::format(
        "A reconstruction attack on a record that blind guessing hits with a probability of at "
        "most {} succeeds with a probability of at most {}{}.",
        share_text(*b.at), share_text(*b.upper), tells_presence(*b.hypotheses) ? "" : where);
  }
  const std::string test = test_sentence(quantity, b);
  return test.empty() ? "" : test + where + ".";
}

/// Returns words for the direction of a number. Empty if the quantity has the same value in both directions or is
/// defined in one direction only, and for numbers that cover both directions, except Renyi divergences.
std::string direction_of_pair(const Quantity& quantity, const Bound& b) {
  if (is_symmetric(quantity) || quantity.forward_only()) return "";
  if (parse_direction(b.direction) != Direction::worst) {
    return " in direction " + b.direction + " alone";
  }
  return quantity.reading == Reading::renyi ? " in the worse of both directions" : "";
}

/// Returns the noun phrase for a pair of which no neighbouring data sets are known.
std::string of_pair(std::string noun) {
  const std::string outputs = "the outputs of two neighbouring data sets";
  const size_t at = noun.find(outputs);
  return at == noun.npos ? noun : noun.replace(at, outputs.size(), "its two distributions");
}

/// Returns a sentence with the noun phrase of the quantity, its number, and the neighbours for which the number
/// holds.
std::string noun_sentence(const Quantity& quantity, const Bound& b, const std::string& noun) {
  const std::string is = " is " + range_text(b.lower, b.upper, quantity.probability);
  switch (b.quantifier) {
    case Quantifier::all_neighbours: {
      const bool one_way = quantity.directions == Directions::one_way;
      return noun + is + " (" + difference_words(*b.hypotheses) +
             (one_way ? ", direction " + b.direction : "") + ").";
    }
    case Quantifier::these_data_sets:
      return "Between these two data sets alone, " + uncapital(noun) + is +
             direction_of_pair(quantity, b) + ".";
    case Quantifier::this_pair:
      return "For this pair alone, " + uncapital(of_pair(noun)) + is +
             direction_of_pair(quantity, b) + ".";
    case Quantifier::all_inputs:
    case Quantifier::some_neighbours:
    case Quantifier::what_was_attacked:
      break;
  }
  return noun + is + ".";
}

}  // namespace

std::string beginning(const std::string& name, PromiseStanding standing) {
  const std::string out = name.empty() ? "" : name + ": ";
  const std::string under = "with the confidence and under the conditions stated above, ";
  if (standing == PromiseStanding::refuted) {
    return out + "Promised, and, " + under + "refuted for what was attacked: ";
  }
  return standing == PromiseStanding::of_refuted_mechanism
             ? out + "Promised of a mechanism that, " + under + "is not the one attacked: "
             : out;
}

std::string range_text(const std::optional<Rational>& lower, const std::optional<Rational>& upper,
                       bool as_share) {
  if (!lower) return "at most " + share_or_number(*upper, as_share);
  if (!upper) return "at least " + share_or_number(*lower, as_share);
  if (*lower == *upper) return "exactly " + share_or_number(*lower, as_share);
  return fmt::format("between {} and {}", share_or_number(*lower, as_share),
                     share_or_number(*upper, as_share));
}

std::string noun_of(const Certificate& c, const Bound& bound) {
  const Quantity& quantity = certified_quantity(c.quantity);
  const QuantityWords& words = quantity.words;
  Query question = query_in(c);
  question.direction = parse_direction(c.direction);
  std::string out = words.explained != nullptr ? words.explained(question) : words.meaning;
  if (quantity.reading == Reading::epsilon) out = "epsilon at delta = {}";
  if (quantity.reading == Reading::delta) out = "delta at epsilon = {}";
  const size_t gap = out.find("{}");
  if (gap != out.npos && bound.at) out.replace(gap, 2, plain(*bound.at));
  return out.empty() ? c.quantity + " (" + quantity.summary + ")" : out;
}

BoundClaim::BoundClaim(Bound bound, std::string noun, PromiseStanding standing)
    : bound_(std::move(bound)), noun_(std::move(noun)), standing_(standing) {}

std::string BoundClaim::text() const {
  const Quantity& quantity = certified_quantity(bound_.quantity);
  std::string out;
  if (bound_.quantifier == Quantifier::all_neighbours) {
    if (bound_.of_members) out = attack_sentence(quantity, bound_);
    if (out.empty()) out = any_sentence(quantity, bound_);
  }
  if (out.empty()) out = noun_sentence(quantity, bound_, noun_);
  return beginning(bound_.name, standing_) + out + nothing_sentence(bound_);
}

std::string BoundClaim::fault(const Evidence& evidence) const {
  std::string out = fault_of(bound_, evidence);
  if (!out.empty()) return out;
  const Certificate& c = evidence.certificates[bound_.certificate];
  if (bound_.of_members && !tells_presence(*bound_.hypotheses)) return "there are no members";
  if (standing_ != Refutations(evidence).standing(bound_.certificate)) {
    return "the promise is refuted, or it is not, otherwise than said";
  }
  return noun_ == noun_of(c, bound_) ? "" : "the quantity is distinguished by other words";
}

NamedTexts BoundClaim::fields() const {
  NamedTexts out = fields_of(bound_);
  out.insert(out.begin(), {"kind", "bound"});
  if (standing_ != PromiseStanding::plain) out.emplace_back("standing", "refuted");
  return out;
}

}  // namespace plumbline::page
