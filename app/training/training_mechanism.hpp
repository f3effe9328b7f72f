/// A training run in an engineer's numbers, and the mechanism that it is.
#pragma once

#include <string>
#include <vector>

#include "app/training/dpsgd_words.hpp"
#include "app/training/training_run.hpp"

namespace plumbline {

/// Names for --sampling.
std::vector<std::string> sampling_names();

/// Of the run; with `sigma` for its noise multiplier, a number or `?`. Throws std::invalid_argument,
/// naming the option.
TrainingMechanism training_mechanism(const DpsgdArguments& arguments, const std::string& sigma);

}  // namespace plumbline
