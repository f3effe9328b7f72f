/// The command hunt --goal sampler.
#pragma once

#include "app/options/hunt_words.hpp"

namespace plumbline {

/// Tests the output of a sampler and prints the verdict.
/// \return the exit code
/// \throws std::invalid_argument if an option does not apply to this goal, if the distribution is unknown, or if an
/// output line is not a value
int run_sampler_hunt(const HuntArguments& arguments);

}  // namespace plumbline
