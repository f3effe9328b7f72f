#include "verify/statement/bound.hpp"

#include <algorithm>
#include <array>

#include "reference/arithmetic/numbers/number_or_none.hpp"
#include "reference/certificates/request.hpp"
#include "verify/statement/certificate_hypotheses.hpp"
#include "verify/statement/mechanism_names.hpp"
#include "verify/statement/plain_number.hpp"
#include "verify/statement/shown_expression.hpp"

namespace plumbline::page {
namespace {

/// Returns the exact argument; nothing if the quantity has no argument, or several.
std::optional<Rational> argument_in(const Certificate& c) {
  const Quantity& quantity = certified_quantity(c.quantity);
  if (c.at.empty() || finds_argument(quantity)) return std::nullopt;
  return rational_or_none(c.at);
}

Rational distance(const Rational& a, const Rational& b) { return a < b ? b - a : a - b; }

/// Returns the largest possible change of the ends if the argument is rounded from `exact` to `shown`.
Rational shift_of(const Quantity& quantity, const std::optional<Rational>& exact,
                  const std::optional<Rational>& shown) {
  if (!exact || !shown || moves_of(quantity) != Moves::slowly) return Rational(0);
  return distance(*exact, *shown);
}

/// Sets both ends if the bound is for two data sets or for a pair alone (and not is_of_hull()), otherwise one end.
void set_ends(const Quantity& quantity, const Certificate& c, Bound* out) {
  const std::optional<Rational> exact = argument_in(c);
  const auto lower = rational_or_none(c.lower), upper = rational_or_none(c.upper);
  const bool alone =
      out->quantifier == Quantifier::these_data_sets || out->quantifier == Quantifier::this_pair;
  const bool both = alone && !is_of_hull(quantity, c);
  const bool above = both || loses_above(quantity), below = both || !loses_above(quantity);
  const Moves moves = moves_of(quantity);
  if (exact) {
    const bool rounded = !both && moves != Moves::unknown;
    const Rounding to = rounded ? argument_rounding(moves, above) : Rounding::exact;
    out->at = short_number(*exact, to);
  }
  const Rational shift = shift_of(quantity, exact, out->at);
  if (above && upper) {
    out->upper = quantity.probability ? probability_above(*upper + shift)
                                      : decimal_above(*upper + shift, kShownDigits);
  }
  if (below && lower) out->lower = decimal_below(*lower - shift, kShownDigits);
}

std::string fault_of_argument(const Bound& bound, const Quantity& quantity, const Certificate& c) {
  const std::optional<Rational> exact = argument_in(c);
  if (exact.has_value() != bound.at.has_value()) return "the argument is missing, or there is none";
  if (!exact || *exact == *bound.at) return "";
  const Moves moves = moves_of(quantity);
  if (moves == Moves::slowly) return "";
  if (moves == Moves::unknown || (bound.lower && bound.upper)) return "the argument is rounded";
  const bool larger = *exact < *bound.at;
  const bool wanted = (moves == Moves::down) == bound.upper.has_value();
  return larger == wanted ? "" : "the argument is rounded to the wrong side";
}

std::string fault_of_ends(const Bound& bound, const Quantity& quantity, const Certificate& c) {
  const auto lower = rational_or_none(c.lower), upper = rational_or_none(c.upper);
  const Rational shift = shift_of(quantity, argument_in(c), bound.at);
  if (!bound.lower && !bound.upper) return "no end is stated";
  if (bound.lower && bound.upper && is_of_hull(quantity, c)) return "no test may have this number";
  if (bound.upper && (!upper || *bound.upper < *upper + shift)) {
    return "the upper end is below that of the certificate";
  }
  if (bound.lower && (!lower || *lower - shift < *bound.lower)) {
    return "the lower end is above that of the certificate";
  }
  return "";
}

/// Returns the reason why the hypotheses of a pair do not permit the sentence; empty if they do (rules:
/// hypotheses.hpp).
std::string fault_of_quantifier(const Bound& bound, const Quantity& quantity,
                                const HypothesesPtr& h) {
  // True if only the end on the side of more loss is stated.
  const bool more = loses_above(quantity) ? !bound.lower : !bound.upper;
  switch (bound.quantifier) {
    case Quantifier::all_neighbours:
      if (!h || !is_dominating(*h)) return "the pair does not dominate";
      if (quantity.dangerous == DangerousSide::none) return "the quantity has no side of more loss";
      return more ? "" : "the side of less loss states nothing about all neighbours";
    case Quantifier::some_neighbours:
      return h && is_shown_by_some(*h) ? "" : "no neighbours are known that have the pair";
    case Quantifier::these_data_sets:
      return h && stated_attainment(*h) == Attained::family
                 ? ""
                 : "the pair is not that of two data sets";
    case Quantifier::this_pair:
      return h ? "" : "there is no pair";
    case Quantifier::all_inputs:
      return h ? "the subject is no channel" : "";
    case Quantifier::what_was_attacked:
      return "the subject is no attack";
  }
  return "";
}

std::string fault_of_direction(const Bound& bound, const Quantity& quantity, const Certificate& c) {
  if (bound.direction != c.direction) return "the direction is another one";
  const bool whole = parse_direction(c.direction) == Direction::worst || quantity.forward_only() ||
                     quantity.directions == Directions::one_way || is_symmetric(quantity);
  return whole || bound.tells_direction || bound.quantifier != Quantifier::all_neighbours
             ? ""
             : "one direction alone is no guarantee";
}

}  // namespace

const std::string& quantifier_name(Quantifier quantifier) {
  static const std::array<std::string, 6> names = {"all_neighbours",  "some_neighbours",
                                                   "these_data_sets", "this_pair",
                                                   "all_inputs",      "what_was_attacked"};
  return names[static_cast<size_t>(quantifier)];
}

// Proof. delta(epsilon) is a supremum of Q(E) - e^epsilon P(E), which are non-increasing in epsilon; hence
// delta(epsilon) and epsilon(delta) are non-increasing. A larger level permits rejection at more outputs; hence f is
// non-increasing and the power 1 - f(alpha) is non-decreasing. f^-1 is the trade-off function of the reversed pair,
// and hence non-increasing, too. Renyi divergences are non-decreasing in their order (van Erven, Harremoes 2014,
// Theorem 3). R(p) = min over tests of p a + (1-p) b, where a and b lie in [0, 1], changes by at most |p - p'|, and so
// does 1 - R(p).
Moves moves_of(const Quantity& quantity) {
  switch (quantity.reading) {
    case Reading::delta:
    case Reading::epsilon:
    case Reading::type_two:
    case Reading::type_one:
      return Moves::down;
    case Reading::power:
    case Reading::renyi:
      return Moves::up;
    case Reading::bayes:
    case Reading::success:
      return Moves::slowly;
    case Reading::tv:
    case Reading::none:
      break;
  }
  return Moves::unknown;
}

bool is_symmetric(const Quantity& quantity) { return quantity.reading == Reading::tv; }

bool loses_above(const Quantity& quantity) { return quantity.dangerous != DangerousSide::above; }

Rounding argument_rounding(Moves moves, bool upper) {
  if (moves == Moves::unknown) return Rounding::exact;
  return (moves == Moves::up) == upper ? Rounding::down : Rounding::up;
}

Quantifier quantifier_of(const Quantity& quantity, const HypothesesPtr& h) {
  if (!h) return Quantifier::all_inputs;
  if (quantity.dangerous == DangerousSide::none) return Quantifier::this_pair;
  if (is_dominating(*h)) return Quantifier::all_neighbours;
  return stated_attainment(*h) == Attained::family ? Quantifier::these_data_sets
                                                   : Quantifier::this_pair;
}

bool is_of_hull(const Quantity& quantity, const Certificate& c) {
  static const std::array<std::string, 3> kOfFunction = {"minimax", "minimax_prior", "fixed_point"};
  const bool of_tests =
      quantity.reading == Reading::power || quantity.reading == Reading::type_two ||
      quantity.reading == Reading::type_one ||
      std::find(kOfFunction.begin(), kOfFunction.end(), quantity.name) != kOfFunction.end();
  return of_tests && parse_direction(c.direction) == Direction::worst;
}

std::optional<Bound> bound_of(const std::vector<Certificate>& certificates, size_t at,
                              const std::string& name) {
  const Certificate& c = certificates[at];
  const Quantity& quantity = certified_quantity(c.quantity);
  if (!quantity.argument().empty() && !argument_in(c)) return std::nullopt;
  // A number that is not a bound appears only in the tables.
  if (quantity.dangerous == DangerousSide::none && is_of_hull(quantity, c)) return std::nullopt;
  const HypothesesPtr h = hypotheses_of(c);
  Bound out{.certificate = at, .quantity = c.quantity, .name = name, .direction = c.direction};
  if (h) out.hypotheses = h;
  out.quantifier = quantifier_of(quantity, h);
  set_ends(quantity, c, &out);
  if (!out.lower && !out.upper) return std::nullopt;
  return out;
}

// Proof. delta(epsilon) is at most 1, and every probability is at least 0 and at most 1. At a delta of at least 1
// every pair has delta(0) <= delta, so that its epsilon is at most 0.
bool promises_nothing(const Bound& bound) {
  const Quantity& quantity = certified_quantity(bound.quantity);
  const Rational none(0), all(1);
  if (quantity.reading == Reading::epsilon) return bound.at && *bound.at >= all;
  if (!quantity.probability) return false;
  return loses_above(quantity) ? bound.upper && *bound.upper >= all
                               : bound.lower && *bound.lower <= none;
}

std::string nothing_sentence(const Bound& bound) {
  const bool nothing = bound.quantifier == Quantifier::all_neighbours && promises_nothing(bound);
  return nothing ? " This promises nothing: it holds for every mechanism." : "";
}

std::string fault_of_subject(const Bound& bound, const Evidence& evidence) {
  if (!evidence.is_proved(bound.certificate)) return "the certificate is not proved";
  const Certificate& c = evidence.certificates[bound.certificate];
  const HypothesesPtr h = hypotheses_of(c);
  if (h && stated_relation(*h) == PairRelation::mixed) return "the relation is mixed";
  if (h && !same_neighbours(*h, *bound.hypotheses)) {
    return "the relation or the group is another one";
  }
  return fault_of_name(bound.name, bound.certificate, evidence.certificates,
                       bound.quantifier == Quantifier::all_neighbours);
}

std::string fault_of(const Bound& bound, const Evidence& evidence) {
  std::string out = fault_of_subject(bound, evidence);
  if (!out.empty()) return out;
  const Certificate& c = evidence.certificates[bound.certificate];
  if (c.quantity != bound.quantity) return "the certificate is about another quantity";
  const Quantity& quantity = certified_quantity(c.quantity);
  for (const std::string& fault :
       {fault_of_quantifier(bound, quantity, hypotheses_of(c)),
        fault_of_direction(bound, quantity, c), fault_of_argument(bound, quantity, c),
        fault_of_ends(bound, quantity, c)}) {
    if (!fault.empty()) return fault;
  }
  return "";
}

NamedTexts fields_of(const Bound& bound) {
  NamedTexts out = {{"quantity", bound.quantity},
                    {"certificate", std::to_string(bound.certificate + 1)}};
  if (!bound.name.empty()) out.emplace_back("mechanism", bound.name);
  if (bound.quantifier != Quantifier::all_inputs) {
    out.emplace_back("relation", relation_name(stated_relation(*bound.hypotheses)));
    out.emplace_back("group", stated_group(*bound.hypotheses).text());
    if (has_own_keys(*bound.hypotheses)) out.emplace_back("keys", "the user's alone");
    if (has_raising_records(*bound.hypotheses)) out.emplace_back("contribution", "0 or more");
  }
  out.emplace_back("for", quantifier_name(bound.quantifier));
  out.emplace_back("direction", bound.direction);
  if (bound.at) out.emplace_back("at", bound.at->text());
  if (bound.lower) out.emplace_back("at_least", bound.lower->text());
  if (bound.upper) out.emplace_back("at_most", bound.upper->text());
  if (!nothing_sentence(bound).empty()) out.emplace_back("promises", "nothing");
  return out;
}

}  // namespace plumbline::page
