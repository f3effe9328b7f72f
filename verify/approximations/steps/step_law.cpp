#include "verify/approximations/steps/step_law.hpp"

#include <optional>
#include <stdexcept>

#include "reference/mechanisms/gaussian/gaussian.hpp"
#include "reference/mechanisms/gaussian/subsampled_gaussian.hpp"
#include "reference/mechanisms/laplace/laplace.hpp"
#include "reference/mechanisms/laplace/subsampled_laplace.hpp"

namespace plumbline::approximations {
namespace {

std::optional<StepLaw> step_law(const Factor& factor) {
  const DominatingPair* pair = factor.mechanism.get();
  const Rational one(1);
  if (const auto* g = dynamic_cast<const Gaussian*>(pair)) {
    return StepLaw{StepLaw::Kind::gaussian, g->mu(), one, factor.count};
  }
  if (const auto* l = dynamic_cast<const Laplace*>(pair)) {
    return StepLaw{StepLaw::Kind::laplace, l->mu(), one, factor.count};
  }
  if (const auto* s = dynamic_cast<const SubsampledGaussian*>(pair)) {
    return StepLaw{StepLaw::Kind::subsampled_gaussian, s->law().mu, s->law().p, factor.count};
  }
  if (const auto* s = dynamic_cast<const SubsampledLaplace*>(pair)) {
    return StepLaw{StepLaw::Kind::subsampled_laplace, s->law().mu, s->law().p, factor.count};
  }
  return std::nullopt;
}

}  // namespace

std::string step_law_refusal(const Composition& composition) {
  for (const Factor& factor : composition.factors()) {
    if (!step_law(factor)) {
      return "no formula here for " + factor.mechanism->expression() +
             "; known: gaussian, laplace, subsampled_gaussian, subsampled_laplace";
    }
  }
  return "";
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
