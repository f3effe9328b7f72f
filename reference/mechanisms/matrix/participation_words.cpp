#include "reference/mechanisms/matrix/participation_words.hpp"

#include <algorithm>

#include "reference/mechanisms/matrix/amplified.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {
namespace {

bool has(const WrittenFactor& factor, const std::string& name) {
  return factor.is_open(name) || factor.parameters.contains(name);
}

/// Returns "one" for "1", otherwise the number.
std::string counted(const std::string& number) { return number == "1" ? "one" : number; }

/// Returns the number with a noun: "1 step", "4 steps".
std::string steps_text(const std::string& number) {
  return number + (number == "1" ? " step" : " steps");
}
std::string steps_of(const WrittenFactor& factor) {
  return steps_text(factor.number_text("steps"));
}

/// Describes the patterns of MATRIX-PAIR. Every subset of a pattern is also a pattern.
std::string listed_words(const WrittenFactor& factor) {
  const std::string of_steps = " of the " + steps_of(factor);
  const std::string times = counted(factor.number_text("participations"));
  if (has(factor, "every")) {
    const std::string limit = has(factor, "participations") ? ", at most " + times + of_steps
                                                            : ", of " + steps_of(factor);
    return "each record takes part in steps that are " + factor.number_text("every") +
           " apart, or in a part of these" + limit;
  }
  if (!has(factor, "participations")) {
    return "each record takes part in at most one" + of_steps;
  }
  return "each record takes part in at most " + times + of_steps + ", at least " +
         steps_text(factor.number_text("gap")) + " apart";
}

std::string bins_words(const WrittenFactor& factor) {
  const std::string bins = factor.number_text("bins");
  return "each record is in one of " + bins +
         " bins, drawn uniformly and independently of all else, and takes part in the steps of its "
         "bin alone, which are " +
         bins + " apart, of " + steps_of(factor);
}

std::string separated_words(const WrittenFactor& factor) {
  const auto start = factor.parameters.words.find("start");
  const bool cold = start != factor.parameters.words.end() && start->second == "cold";
  const std::string before = factor.is_open("separation")
                                 ? "?"
                                 : (factor.parameters.at("separation") - Rational(1)).text();
  const std::string waiting = before == "1"
                                  ? "did not take part in the step before"
                                  : "took part in none of the " + before + " steps before";
  return "a record that " + waiting + " takes part in a step with probability " +
         factor.number_text("p") +
         ", by an independent draw for each record, and any other record does not; " +
         steps_of(factor) + ", " +
         (cold ? "at the first of which it may take part"
               : "at the first of which it may still have to wait");
}

/// Describes cyclic sampling. Without groups= the number of groups is the number of bands of the strategy.
std::string cyclic_words(const WrittenFactor& factor) {
  std::string groups = factor.number_text("groups");
  if (!has(factor, "groups")) {
    const auto matrix = sampled_matrix(factor);
    groups = matrix ? std::to_string(matrix->every) : "as many";
  }
  const std::string by_coin =
      ", with probability " + factor.number_text("p") + ", by an independent draw for each record";
  if (groups == "1") return "each record takes part in each of " + steps_of(factor) + by_coin;
  return "each record is in one of " + groups +
         " groups, chosen independently of the data, and takes part in each step of its group, "
         "which are " +
         groups + " apart, of " + steps_of(factor) + by_coin;
}

/// Describes a random allocation: k of t steps, or one.
std::string allocated_words(const WrittenFactor& factor) {
  const std::string times = has(factor, "k") ? counted(factor.number_text("k")) : "one";
  const std::string norm = has(factor, "sensitivity") ? factor.number_text("sensitivity") : "1";
  const std::string steps = factor.number_text("t");
  return "each record takes part in " +
         (steps == "1" ? "the step" : times + " of the " + steps_text(steps)) +
         ", drawn uniformly and independently of all else, and its contribution to a step has norm "
         "at most " +
         norm;
}

/// Describes for which users the pair of `thresholded` holds: a user has at most l0= keys that nobody else has, each
/// with a count of at most count=. Both parameters are 1 by default.
std::string keys_words(const WrittenFactor& factor) {
  const std::string keys = factor.number_text("l0"), count = factor.number_text("count");
  return "the record (all that one user adds) has only keys that nobody else has: at most " +
         (keys == "1" ? "one, " : keys + ", each ") + "with a count of at most " + count;
}

/// Describes the steps of a matrix mechanism. Of the four mechanisms, only balls_in_bins has the parameter bins=, only
/// b_min_sep has separation=, and correlated_gaussian has no p=.
std::string steps_words(const WrittenFactor& factor) {
  if (has(factor, "bins")) return bins_words(factor);
  if (has(factor, "separation")) return separated_words(factor);
  return has(factor, "p") ? cyclic_words(factor) : listed_words(factor);
}

void add_conditions(const WrittenFactor& factor, std::vector<ParticipationCondition>* out) {
  WrittenFactor once = factor;
  once.count = Rational(1);
  std::erase(once.open, "N");
  const std::string words = participation_words(once);
  if (!words.empty()) {
    const ParticipationCondition one{once.text(), words};
    const bool known = std::any_of(out->begin(), out->end(),
                                   [&](const auto& other) { return other.factor == one.factor; });
    if (!known) out->push_back(one);
  }
  for (const InnerMechanism& inner : factor.parameters.inner) {
    if (inner.written != nullptr) {
      add_conditions(*inner.written, out);
      continue;
    }
    for (const WrittenFactor& one : read_open_expression(inner.mechanism->expression())) {
      add_conditions(one, out);
    }
  }
}

}  // namespace

std::string participation_words(const WrittenFactor& factor) {
  const std::vector<std::string> noise_and_steps = {
      "sigma", "t"};  // only random allocations require exactly these two
  if (factor.entry->required == noise_and_steps) return allocated_words(factor);
  const std::vector<std::string> threshold = {
      "threshold"};  // only thresholded requires exactly this one
  if (factor.entry->required == threshold) return keys_words(factor);
  if (!factor.parameters.words.contains("strategy")) return "";
  return steps_words(factor) + ", and its contribution to a step has norm at most 1";
}

std::vector<ParticipationCondition> participation_conditions(
    const std::vector<WrittenFactor>& factors) {
  std::vector<ParticipationCondition> out;
  for (const WrittenFactor& factor : factors) add_conditions(factor, &out);
  return out;
}

}  // namespace plumbline
