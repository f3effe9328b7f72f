/// Converts the usual parameters of a training run into its mechanism.
#pragma once

#include <string>
#include <vector>

#include "app/training/dpsgd_words.hpp"
#include "app/training/training_run.hpp"

namespace plumbline {

/// Names for --sampling.
std::vector<std::string> sampling_names();

/// The mechanism of the run, with `sigma` as its noise multiplier, a number or `?`. Throws std::invalid_argument,
/// naming the option.
TrainingMechanism training_mechanism(const DpsgdArguments& arguments, const std::string& sigma);

}  // namespace plumbline
