#include "verify/approximations/steps/loss_moments.hpp"

namespace plumbline::approximations {

std::string moments_refusal(const Composition& composition) {
  if (std::string unknown = step_law_refusal(composition); !unknown.empty()) return unknown;
  const Rational largest(50);
  for (const StepLaw& law : step_laws(composition)) {
    if (law.kind == StepLaw::Kind::subsampled_gaussian && largest < law.mu) {
      return "moments of a subsampled gaussian are computed for sensitivity/sigma <= 50 only, "
             "got " +
             law.mu.text();
    }
    if (law.kind == StepLaw::Kind::subsampled_laplace && Rational(200) < law.mu) {
      return "moments of a subsampled laplace are computed for sensitivity/b <= 200 only, got " +
             law.mu.text();
    }
  }
  return "";
}

}  // namespace plumbline::approximations
