/// The steps that this folder describes, one per file. To add one, add its file, a line here and a line in
/// step_registry.cpp.
#pragma once

#include "verify/approximations/steps/step_law.hpp"

namespace plumbline::approximations {

StepEntry gaussian_step();
StepEntry laplace_step();
StepEntry subsampled_gaussian_step();
StepEntry subsampled_laplace_step();

}  // namespace plumbline::approximations
