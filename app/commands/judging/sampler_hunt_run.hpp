/// The command hunt --goal sampler.
#pragma once

#include "app/options/hunt_words.hpp"

namespace plumbline {

/// Tests the output of a sampler and prints the verdict.
/// \return the exit code
/// \throws std::invalid_argument for options that do not fit, unknown distributions and lines that are not values
int run_sampler_hunt(const HuntArguments& arguments);

}  // namespace plumbline
