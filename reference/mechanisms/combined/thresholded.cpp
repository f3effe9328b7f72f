#include "reference/mechanisms/combined/thresholded.hpp"

#include <stdexcept>

#include "reference/arithmetic/constants.hpp"
#include "reference/mechanisms/combined/choice.hpp"
#include "reference/mechanisms/combined/noise_tail.hpp"
#include "reference/mechanisms/finite/finite_mechanisms.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/parameter_draw.hpp"
#include "reference/mechanisms/parameters.hpp"

namespace plumbline {
namespace {

/// Returns the noise as written. Throws std::invalid_argument if the expression contains sensitivity=, relation= or
/// group=.
WrittenFactor noise_of(const Mechanism& written) {
  const WrittenFactor out = read_open_expression(written->expression()).front();
  for (const char* name : {"sensitivity", "relation", "group"}) {
    if (out.parameters.count(name) + out.parameters.words.count(name) == 0) continue;
    throw std::invalid_argument(std::string(name) +
                                " of the noise has no effect here: write the count of the user "
                                "added or removed as count=, and the number of keys as l0=");
  }
  return out;
}

bool is_strict(const Parameters& q) {
  const auto given = q.words.find("strict");
  if (given == q.words.end() || given->second == "false") return false;
  if (given->second == "true") return true;
  throw std::invalid_argument("strict must be true or false, got '" + given->second + "'");
}

Rational number_of_keys(const Parameters& q) {
  if (q.count("l0") == 0) return kOne;
  const Rational keys = positive(q, "l0");
  if (keys.is_integer()) return keys;
  throw std::invalid_argument("l0 must be a positive integer, got " + keys.text());
}

std::string optional_text(const std::string& name, const Rational& value) {
  return value == kOne ? std::string() : "," + name + "=" + value.text();
}

// Proof. Consider keys that only one user has. Without the user they are not among the outputs. With the user and a
// count c, a key is released if c + Z >= T (or > T). Let q be the probability of this event. Every such release has
// infinite loss. For all keys together, loss 0 has the mass (1 - q)^l0, and infinite loss the remaining mass. Because
// Z is even, 1 - q = P(Z > c - T). For smaller counts q is smaller, and for fewer keys the mass of infinite loss is
// smaller. In both cases, hiding released keys with a fixed probability converts this pair into the other pair. So the
// pair dominates for all users with at most l0 keys of their own, with counts up to c.
Mechanism make_thresholded(const Parameters& q) {
  const Mechanism& written = q.inner.front().mechanism;
  const Rational& threshold = q.at("threshold");
  const Rational count = q.count("count") > 0 ? positive(q, "count") : kOne;
  const Rational keys = number_of_keys(q);
  const bool strict = is_strict(q);
  const std::string expression = "thresholded(" + written->expression() +
                                 ",threshold=" + threshold.text() + optional_text("count", count) +
                                 optional_text("l0", keys) + (strict ? ",strict=true)" : ")");
  const auto hidden = noise_above(noise_of(written), count - threshold, strict);
  if (!hidden) {
    throw std::invalid_argument(
        "thresholded needs noise on one number, such as laplace(b=1), got " +
        written->expression());
  }
  const Real all_hidden([hidden = *hidden, keys](Bits p) { return power(hidden(p), keys); });
  return combined({{Real(kOne), std::nullopt, perfectly_private()}}, Real(kOne), all_hidden,
                  expression);
}

// PROOF(PARAMETER-ORDER) threshold, count and l0 of thresholded
//             The loss is 0 or infinite. The probability of infinite loss does not increase with the threshold, and
//             does not decrease with count and l0. Hiding released keys with a fixed probability converts the pair
//             with the larger probability into the other.
std::optional<ParameterOrder> order_of_thresholded(const std::string& parameter,
                                                   const Parameters&) {
  if (parameter == "threshold") return ParameterOrder::scale();
  if (parameter == "count") return ParameterOrder::size();
  return std::nullopt;
}

std::string draw_thresholded(ParameterDraw& draw) {
  return "thresholded(laplace(b=" + draw.log_uniform(0.3, 3) +
         "),threshold=" + draw.log_uniform(2, 20) + ")";
}

}  // namespace

MechanismEntry thresholded_entry() {
  return {.name = "thresholded",
          .required = {"threshold"},
          .optional = {"count", "l0", "strict"},
          .summary =
              "keys of one user alone, released if a noisy count reaches (strict=true: exceeds) "
              "the threshold",
          .make = make_thresholded,
          .order = order_of_thresholded,
          .words = {"strict"},
          .inner = InnerKind::one,
          .draw = draw_thresholded,
          .whole = {"l0"},
          .facts =
              PairFacts{.dominance = PairDominance::both,
                        .neighbours = "one user added or removed, whose keys no other user has",
                        .because = "more keys and larger counts are shown more often; of keys that "
                                   "others have too the noise itself, with the count as its "
                                   "sensitivity, is the pair",
                        .relation = PairRelation::add_remove,
                        .conditions = {{kKeys, "the user's alone"}}}};
}

}  // namespace plumbline
