#include "verify/certificates/attack_names.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "reference/statistics/attack_text.hpp"

namespace plumbline {
namespace {

/// The attack without the bound that judges it.
std::string experiment_of(const std::string& attack) {
  std::string out = AttackText::parse(attack).text();
  const size_t at = out.find(",bound=");
  if (at == std::string::npos) return out;
  return out.erase(at, out.find(',', at + 1) - at);
}

std::string short_words(const AttackText& a) {
  switch (a.kind()) {
    case AttackKind::trials:
      return fmt::format("trials: {} of {} members found, {} of {} others wrongly suspected",
                         a.count("tp"), a.count("tp") + a.count("fn"), a.count("fp"),
                         a.count("fp") + a.count("tn"));
    case AttackKind::reconstruction:
      return fmt::format("{} of {} reconstructions succeeded, by chance a share of {} does",
                         a.count("successes"), a.count("attempts"), a.word("kappa"));
    case AttackKind::one_run:
      return fmt::format("one training run: {} of {} guesses right", a.count("right"),
                         a.count("guesses"));
    case AttackKind::scores:
      return fmt::format("scores of {} members and {} others", a.count("members"),
                         a.count("others"));
  }
  return "";
}

Rational error_of(const std::string& experiment) {
  const std::string word = "confidence=";
  const size_t at = experiment.find(word) + word.size();
  return Rational(1) -
         Rational::parse(experiment.substr(at, experiment.find_first_of(",)", at) - at));
}

}  // namespace

AttackNames::AttackNames(const std::vector<Certificate>& certificates) {
  std::vector<std::pair<std::string, std::string>> texts;  // experiment and attack
  for (const Certificate& c : certificates) {
    if (!is_attack_text(c.mechanism)) continue;
    const std::string experiment = experiment_of(c.mechanism);
    const bool known =
        std::find(experiments_.begin(), experiments_.end(), experiment) != experiments_.end();
    if (!known) experiments_.push_back(experiment);
    const bool again = std::any_of(texts.begin(), texts.end(), [&](const auto& one) {
      return one.first == experiment && one.second != c.mechanism;
    });
    if (again) bounds_.push_back(experiment);
    texts.emplace_back(experiment, c.mechanism);
  }
}

std::string AttackNames::name(const std::string& attack) const {
  if (!several()) return "the attack";
  const auto at = std::find(experiments_.begin(), experiments_.end(), experiment_of(attack));
  return "attack " + std::to_string(at - experiments_.begin() + 1);
}

std::string AttackNames::bound_of(const std::string& attack) const {
  const AttackText text = AttackText::parse(attack);
  const bool bounds =
      std::find(bounds_.begin(), bounds_.end(), experiment_of(attack)) != bounds_.end();
  return bounds && text.has("bound") ? text.word("bound") : "";
}

std::string AttackNames::described(const std::string& attack) const {
  const std::string bound = bound_of(attack);
  return name(attack) + " (" + short_words(AttackText::parse(attack)) +
         (bound.empty() ? "" : ", bound " + bound) + ")";
}

std::string AttackNames::again(const std::string& attack) const {
  const std::string bound = bound_of(attack);
  return name(attack) + (bound.empty() ? "" : " (bound " + bound + ")");
}

std::string AttackNames::together() const {
  if (!several()) return "";
  Rational error;
  std::string errors;
  for (size_t i = 0; i < experiments_.size(); ++i) {
    const Rational one = error_of(experiments_[i]);
    error = error + one;
    errors += (i == 0 ? "" : i + 1 == experiments_.size() ? " and " : ", ") + one.text();
  }
  const std::string all = fmt::format("all {} attacks", experiments_.size());
  if (error >= Rational(1)) {
    return "Each attack has its confidence alone: of " + all +
           " together nothing is certain, as their probabilities of error (" + errors +
           ") come to 1 or more.";
  }
  return fmt::format(
      "Each attack has its confidence alone. That what is said of {} holds together has "
      "confidence {} (their probabilities of error, {}, are added), and so has what is said of the "
      "one that found most.",
      all, (Rational(1) - error).text(), errors);
}

}  // namespace plumbline
