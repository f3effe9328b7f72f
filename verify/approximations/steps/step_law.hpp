/// The factors of a composition as the approximations need them: kind and exact parameters.
#pragma once

#include <string>
#include <vector>

#include "reference/composition/composition.hpp"

namespace plumbline::approximations {

/// One step's pair, in units of the noise: mu = sensitivity / sigma or sensitivity / b, p the
/// sampling rate (1 unless subsampled), count how often it is run.
struct StepLaw {
  enum class Kind { gaussian, laplace, subsampled_gaussian, subsampled_laplace };
  Kind kind;
  Rational mu, p, count;
};

/// Empty if every factor is of a known kind, otherwise which one is not.
std::string step_law_refusal(const Composition& composition);

/// Throws std::invalid_argument where step_law_refusal says why.
std::vector<StepLaw> step_laws(const Composition& composition);

}  // namespace plumbline::approximations
