#include "verify/approximations/steps/step_law.hpp"

#include <stdexcept>

namespace plumbline::approximations {
namespace {

/// Returns the description of a step. The pair itself may offer it; otherwise the registered step of its mechanism
/// describes it. Returns nothing if there is none.
std::optional<StepLaw> described(const DominatingPair& pair) {
  if (auto own = pair.offer<StepLaw>()) return own;
  for (const StepEntry& entry : step_registry()) {
    if (auto law = entry.describe(pair)) return law;
  }
  return std::nullopt;
}

std::optional<StepLaw> step_law(const Factor& factor) {
  std::optional<StepLaw> law = described(*factor.mechanism);
  if (law) law->count = factor.count;
  return law;
}

std::string unknown_step(const Factor& factor) {
  std::string known;
  for (const StepEntry& entry : step_registry()) {
    known += (known.empty() ? "" : ", ") + entry.mechanism;
  }
  return "no formula here for " + factor.mechanism->expression() + "; known: " + known;
}

bool offers(const StepIn<double>& step, StepPart part) {
  switch (part) {
    case StepPart::moments:
      return step.moments != nullptr;
    case StepPart::nodes:
      return step.nodes != nullptr;
    case StepPart::tails:
      return step.tail != nullptr;
    case StepPart::transform:
      return step.transform != nullptr;
    case StepPart::sampler:
      return step.draw != nullptr;
    case StepPart::tradeoff:
      return step.tradeoff != nullptr;
  }
  return false;
}

const char* name_of(StepPart part) {
  switch (part) {
    case StepPart::moments:
      return "moments";
    case StepPart::nodes:
      return "quadrature nodes";
    case StepPart::tails:
      return "tails";
    case StepPart::transform:
      return "transform";
    case StepPart::sampler:
      return "sampler";
    case StepPart::tradeoff:
      return "trade-off function in closed form";
  }
  return "";
}

/// Returns the first refusal among the factors: a message if the step of the factor is unknown, otherwise the text
/// why(factor, law) if that is not empty. Returns an empty text if no factor is refused.
template <class Why>
std::string first_refusal(const Composition& composition, const Why& why) {
  for (const Factor& factor : composition.factors()) {
    const std::optional<StepLaw> law = step_law(factor);
    const std::string refusal = law ? why(factor, *law) : unknown_step(factor);
    if (!refusal.empty()) return refusal;
  }
  return "";
}

}  // namespace

std::string step_law_refusal(const Composition& composition, const std::vector<StepPart>& parts) {
  return first_refusal(composition, [&](const Factor& factor, const StepLaw& law) -> std::string {
    if (parts.empty()) return "";
    const StepIn<double> step = law.in<double>();
    for (const StepPart part : parts) {
      if (!offers(step, part)) {
        return factor.mechanism->expression() + " offers no " + name_of(part) +
               " of its loss, which the method needs";
      }
    }
    return "";
  });
}

std::string quadrature_refusal(const Composition& composition, const std::vector<StepPart>& parts) {
  std::string why = step_law_refusal(composition, parts);
  if (!why.empty()) return why;
  return first_refusal(composition, [](const Factor&, const StepLaw& law) { return law.too_long; });
}

std::vector<StepLaw> step_laws(const Composition& composition) {
  std::vector<StepLaw> laws;
  for (const Factor& factor : composition.factors()) {
    const std::optional<StepLaw> law = step_law(factor);
    if (!law) throw std::invalid_argument(step_law_refusal(composition));
    laws.push_back(*law);
  }
  return laws;
}

}  // namespace plumbline::approximations
