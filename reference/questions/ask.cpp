#include "reference/questions/ask.hpp"

#include <algorithm>
#include <stdexcept>

#include "reference/arithmetic/running/floating_point.hpp"
#include "reference/mechanisms/nearest_name.hpp"
#include "reference/quantities/refined/refined.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/stated_hypotheses.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

PrivacyProfile profile_of(const std::string& mechanism, const Query& question,
                          const std::string& engine, OtherPath& path) {
  if (path.kept != nullptr && !path.wanted) {
    return path.kept->of(mechanism, question.direction, engine);
  }
  PrivacyProfile profile(Composition::parse(mechanism), question.direction, engine);
  if (path.wanted && profile.engine().vary()) path.taken = true;
  return profile;
}

/// Computes the answer with `compute` of the entry.
Answer computed(const Quantity& entry, const Query& question, const Effort& effort,
                OtherPath& path) {
  PrivacyProfile profile = first_profile(question, path);
  const std::string argument = entry.argument();
  const Real at = argument.empty() ? Real(Rational(0)) : question.real(argument);
  SoFar<Extended> so_far;
  if (path.so_far) {
    so_far = [&](const Extended& best) { path.so_far(answer_of(best, profile.engine_name())); };
  }
  const Extended value = refined(entry, profile, at, effort, std::move(so_far));
  Answer out = answer_of(value, profile.engine_name());
  if (value.is_infinite()) return out;
  out.parameters = profile.engine().parameters();
  out.explanation = profile.explain();
  return out;
}

/// Adds the hypotheses of the mechanisms to the answer.
Answer stated(const Query& question, Answer answer) {
  const StatedHypotheses known = stated_hypotheses(question);
  answer.hypotheses = known.mechanism;
  answer.other_hypotheses = known.other;
  return answer;
}

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string joined(const std::vector<std::string>& names, const std::string& between) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : between) + name;
  return out;
}

/// Returns a text like "epsilon and delta; or advantage; or kappa and gamma". The names alpha and beta are also
/// listed as tpr and fpr.
std::string lists_of(const Quantity& entry) {
  std::vector<std::string> lists;
  for (const std::vector<std::string>& names : entry.choices) {
    if (names == std::vector<std::string>{"alpha", "beta"}) lists.emplace_back("tpr and fpr");
    lists.push_back(joined(names, " and "));
  }
  return joined(lists, "; or ");
}

/// Throws std::invalid_argument if a name of `given` is in none of the lists; the message suggests the nearest known
/// name.
void refuse_unknown(const Quantity& entry, const std::vector<std::string>& given) {
  std::vector<std::string> known;
  for (const std::vector<std::string>& names : entry.choices) {
    known.insert(known.end(), names.begin(), names.end());
  }
  for (const std::string& name : given) {
    if (has(known, name)) continue;
    const std::string meant = nearest_name(name, known);
    throw std::invalid_argument(
        entry.name + " takes no number '" + name + "'; " +
        (meant.empty() ? "it takes " + lists_of(entry) : "did you mean '" + meant + "'?"));
  }
}

void check_arguments(const Quantity& entry, const Query& question) {
  std::vector<std::string> given;
  for (const auto& [name, text] : question.at) given.push_back(name);
  if (!entry.choices.empty()) {
    chosen_arguments(entry, given);
    return;
  }
  for (const std::string& name : given) {
    if (entry.find_argument(name) == nullptr) {
      throw std::invalid_argument(entry.name + " takes no number " + name);
    }
  }
}

void check_options(const Quantity& entry, const Query& question) {
  for (const auto& [option, text] : question.options) {
    const std::string stands = canonical_option(entry, option, text);
    if (stands == text) continue;
    throw std::invalid_argument(option + " is not in canonical form, which is " +
                                (stands.empty() ? "none" : stands));
  }
  for (const OptionEntry& one : entry.options) {
    if (!one.optional && question.option(one.name).empty()) {
      throw std::invalid_argument(entry.name + " needs the word " + one.name);
    }
  }
}

void check_direction(const Quantity& entry, Direction direction) {
  const auto& name = entry.name;
  switch (entry.directions) {
    case Directions::forward:
      if (direction == Direction::forward) return;
      throw std::invalid_argument(name + " is about the forward pair, not '" +
                                  direction_name(direction) + "'");
    case Directions::worst:
      if (direction == Direction::worst) return;
      throw std::invalid_argument(name + " is about both directions: worst");
    case Directions::one_way:
      if (direction != Direction::worst) return;
      throw std::invalid_argument(name + " are of one direction: forward or reverse");
    case Directions::any:
      break;
  }
}

}  // namespace

std::vector<std::string> chosen_arguments(const Quantity& entry,
                                          const std::vector<std::string>& given) {
  for (const std::vector<std::string>& names : entry.choices) {
    const bool all = std::all_of(names.begin(), names.end(),
                                 [&](const std::string& name) { return has(given, name); });
    if (names.size() == given.size() && all) return names;
  }
  refuse_unknown(entry, given);
  throw std::invalid_argument("the numbers of " + entry.name + " are expected: " + lists_of(entry) +
                              "; got " + (given.empty() ? "none" : joined(given, " and ")));
}

PrivacyProfile first_profile(const Query& question, OtherPath& path) {
  return profile_of(question.mechanism, question, question.engine, path);
}

PrivacyProfile second_profile(const Query& question, OtherPath& path) {
  return profile_of(question.other, question, question.second_engine(), path);
}

void check_question(const Query& question) {
  const Quantity& entry = required_quantity(question.quantity);
  check_arguments(entry, question);
  check_options(entry, question);
  if (entry.certificate && entry.certificate->computed != Computed::by_engine &&
      question.engine != "auto") {
    throw std::invalid_argument(entry.name + " takes no engine; leave it at auto");
  }
  check_direction(entry, question.direction);
  if (entry.check != nullptr) entry.check(question);
}

Answer extended_answer(const Query& question, const Effort& effort, OtherPath& path) {
  const FloatingPointScope standard;
  path.taken = false;
  Effort sharp = effort;
  sharp.digits = question.digits;
  check_question(question);
  const Quantity& entry = required_quantity(question.quantity);
  const bool by_itself = entry.answer != nullptr;
  return stated(question, by_itself ? entry.answer(question, sharp, path)
                                    : computed(entry, question, sharp, path));
}

Answer answer(const Query& question, const Effort& effort, OtherPath& path) {
  Answer out = extended_answer(question, effort, path);
  const bool by_itself = required_quantity(question.quantity).answer != nullptr;
  if (!by_itself && is_infinite(out)) throw std::invalid_argument(why_infinite(out));
  return out;
}

Answer answer(const Query& question, const Effort& effort) {
  OtherPath path;
  return answer(question, effort, path);
}

Answer number_asked(Query question, const Effort& effort) {
  const Quantity& entry = required_quantity(question.quantity);
  if (entry.number != nullptr) return entry.number(question, effort);
  question.digits = effort.digits;
  return answer(question, effort);
}

Answer answer_of(const Extended& value, const std::string& engine) {
  if (!value.is_infinite()) return {.value = *value};
  Answer out = infinite_answer(engine);
  out.findings.emplace_back("why", value.why());
  return out;
}

Answer infinite_answer(const std::string& engine) {
  return {.value = marked(nothing_known(engine), true),
          .explanation = engine,
          .findings = {{"infinite", "yes"}}};
}

Certified certain_before(const Quantity& quantity, const std::string& engine) {
  return quantity.probability ? any_probability(engine) : nothing_known(engine);
}

Extended refined(const Quantity& quantity, PrivacyProfile& profile, const Real& at,
                 const Effort& effort, SoFar<Extended> so_far) {
  const auto ask = [&](const Effort& step) { return quantity.compute(profile, at, step); };
  return quantity.several ? refined_apart(ask, effort, std::move(so_far))
                          : refined(ask, effort, std::move(so_far));
}

}  // namespace plumbline
