/// The steps that this folder describes, each in its own file. To add a step, add its file, a line in this file and a
/// line in step_registry.cpp.
#pragma once

#include "verify/approximations/steps/step_law.hpp"

namespace plumbline::approximations {

StepEntry gaussian_step();
StepEntry laplace_step();
StepEntry subsampled_gaussian_step();
StepEntry subsampled_laplace_step();

}  // namespace plumbline::approximations
