/// Converts the usual parameters of a training run to its mechanism.
#pragma once

#include <string>
#include <vector>

#include "app/training/dpsgd_words.hpp"
#include "app/training/training_run.hpp"

namespace plumbline {

/// Returns the names for --sampling.
std::vector<std::string> sampling_names();

/// Returns the mechanism of the run with noise multiplier `sigma` (a number or `?`). Throws std::invalid_argument,
/// naming the option.
TrainingMechanism training_mechanism(const DpsgdArguments& arguments, const std::string& sigma);

}  // namespace plumbline
