/// Reads the target of a calibration from the options of its command.
#include <stdexcept>

#include "app/options/calibrate_words.hpp"
#include "app/running/values.hpp"
#include "reference/mechanisms/neighbours/neighbours.hpp"

namespace plumbline {
namespace {

/// Returns a copy of the options in which --tpr and --fpr are converted: fpr becomes the type I error alpha, and
/// 1 - tpr becomes the type II error beta.
CalibrateArguments with_rates_read(CalibrateArguments a) {
  if (a.tpr.empty() && a.fpr.empty()) return a;
  if (a.tpr.empty() || a.fpr.empty()) {
    throw std::invalid_argument("a target needs --tpr and --fpr together");
  }
  if (!a.alpha.empty() || !a.beta.empty()) {
    throw std::invalid_argument("--tpr and --fpr are --alpha and --beta in other words; give two");
  }
  a.alpha = read_value("fpr", a.fpr).text();
  const Rational tpr = read_value("tpr", a.tpr);
  require_tpr_above_fpr(tpr, read_value("fpr", a.fpr));
  a.beta = (Rational(1) - tpr).text();
  return a;
}

/// Returns the text of the option `name`, which is a part of a target; empty if the option is missing.
std::string written_for(const CalibrateArguments& a, const std::string& name) {
  const NamedTexts options = {
      {"epsilon", a.epsilon}, {"delta", a.delta}, {"advantage", a.advantage}, {"gamma", a.gamma},
      {"kappa", a.kappa},     {"bayes", a.bayes}, {"prior", a.prior},         {"alpha", a.alpha},
      {"beta", a.beta},       {"mu", a.mu},       {"within", a.within}};
  for (const auto& [option, text] : options) {
    if (option == name) return text;
  }
  return "";
}

}  // namespace

void require_tpr_above_fpr(const Rational& tpr, const Rational& fpr) {
  if (fpr < tpr && tpr < Rational(1)) return;
  throw std::invalid_argument(
      "tpr must be in (fpr, 1): an attack that guesses has tpr = fpr, got " + tpr.text() +
      " at fpr = " + fpr.text());
}

NamedTexts written_target(const CalibrateArguments& arguments) {
  const std::vector<NamedTexts> all = written_targets(arguments);
  if (all.size() == 1) return all.front();
  throw std::invalid_argument(
      "a certificate is about one target; certify each of them, and bundle the certificates");
}

std::vector<NamedTexts> written_targets(const CalibrateArguments& given_words) {
  const CalibrateArguments a = with_rates_read(given_words);
  std::vector<NamedTexts> found;
  for (const TargetWords& words : target_words()) {
    const std::string at = written_for(a, words.at);
    std::string bound = written_for(a, words.bound);
    if (words.kind == PrivacyTarget::Measure::gaussian && !at.empty() && bound.empty()) {
      bound = kUsualWithin;
    }
    if (at.empty() && bound.empty()) continue;
    if ((!words.at.empty() && at.empty()) || bound.empty()) {
      throw std::invalid_argument("a target needs --" + words.at + " and --" + words.bound +
                                  " together");
    }
    NamedTexts one;
    if (!at.empty()) one.emplace_back(words.at, at);
    one.emplace_back(words.bound, bound);
    found.push_back(one);
  }
  if (found.empty()) {
    throw std::invalid_argument(
        "calibrate needs a target: --epsilon E --delta D, --advantage A, --gamma G --kappa K, "
        "--bayes R --prior PI, --tpr T --fpr F, --alpha A --beta B, or --mu M [--within W]");
  }
  return found;
}

NamedReals exact_target(const NamedTexts& written) {
  NamedReals out;
  for (const auto& [name, text] : written) {
    out.emplace_back(name, name == "epsilon" ? read_real(name, text) : read_value(name, text));
  }
  return out;
}

Direction direction_for(const PrivacyTarget& target, const std::string& direction) {
  const bool forward_only = target.kind == PrivacyTarget::Measure::reconstruction;
  return forward_only ? Direction::forward : direction_of(direction);
}

}  // namespace plumbline
