#include "verify/statement/attack_names.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "reference/statistics/attack_text.hpp"
#include "verify/statement/short_number.hpp"

namespace plumbline {
namespace {

const char* const kBound = "bound";

std::string short_words(const AttackText& a) {
  switch (a.kind()) {
    case AttackKind::trials:
      return fmt::format("trials: {} of {} members found, {} of {} non-members falsely accused",
                         a.count("tp"), a.count("tp") + a.count("fn"), a.count("fp"),
                         a.count("fp") + a.count("tn"));
    case AttackKind::reconstruction:
      return fmt::format(
          "{} of {} reconstructions succeeded, where blind guessing succeeds with a probability of "
          "at most {}",
          a.count("successes"), a.count("attempts"),
          share_text(short_number(a.number("kappa"), Rounding::up)));
    case AttackKind::one_run:
      return fmt::format("one training run: {} of {} guesses right", a.count("right"),
                         a.count("guesses"));
    case AttackKind::scores:
      return fmt::format("scores of {} members and {} non-members", a.count("members"),
                         a.count("others"));
  }
  return "";
}

}  // namespace

std::string experiment_of(const Certificate& attack) {
  const AttackText text = AttackText::parse(attack.mechanism);
  std::string out = std::to_string(static_cast<int>(text.kind()));
  const auto add = [&out](const NamedTexts& words) {
    for (const auto& [name, word] : words) {
      if (name == kBound) continue;
      out += "," + name;
      out += "=" + word;
    }
  };
  add(text.words());
  add(attack.options);
  return out;
}

AttackNames::AttackNames(const std::vector<Certificate>& certificates) {
  std::vector<std::pair<std::string, std::string>> texts;  // experiment and attack
  for (const Certificate& c : certificates) {
    if (!is_attack_text(c.mechanism)) continue;
    const std::string experiment = experiment_of(c);
    const bool known =
        std::find(experiments_.begin(), experiments_.end(), experiment) != experiments_.end();
    if (!known) {
      experiments_.push_back(experiment);
      errors_.push_back(Rational(1) - AttackText::parse(c.mechanism).number("confidence"));
    }
    const bool again = std::any_of(texts.begin(), texts.end(), [&](const auto& one) {
      return one.first == experiment && one.second != c.mechanism;
    });
    if (again) bounds_.push_back(experiment);
    texts.emplace_back(experiment, c.mechanism);
  }
}

std::string AttackNames::name(const Certificate& attack) const {
  if (!several()) return "the attack";
  const auto at = std::find(experiments_.begin(), experiments_.end(), experiment_of(attack));
  return "attack " + std::to_string(at - experiments_.begin() + 1);
}

std::string AttackNames::bound_of(const Certificate& attack) const {
  const AttackText text = AttackText::parse(attack.mechanism);
  const bool bounds =
      std::find(bounds_.begin(), bounds_.end(), experiment_of(attack)) != bounds_.end();
  return bounds && text.has(kBound) ? text.word(kBound) : "";
}

std::string AttackNames::described(const Certificate& attack) const {
  const std::string bound = bound_of(attack);
  return name(attack) + " (" + short_words(AttackText::parse(attack.mechanism)) +
         (bound.empty() ? "" : ", bound " + bound) + ")";
}

std::string AttackNames::again(const Certificate& attack) const {
  const std::string bound = bound_of(attack);
  return name(attack) + (bound.empty() ? "" : " (bound " + bound + ")");
}

}  // namespace plumbline
