/// hunt --goal sampler.
#pragma once

#include "app/options/hunt_words.hpp"

namespace plumbline {

/// Judges the draws of a sampler and prints the verdict.
/// \return the exit code
/// \throws std::invalid_argument for options that do not fit, unknown laws and lines that are no draws
int run_sampler_hunt(const HuntArguments& arguments);

}  // namespace plumbline
