/// A training run in an engineer's numbers, and the mechanism that it is.
#pragma once

#include <string>
#include <vector>

#include "app/training/dpsgd_words.hpp"

namespace plumbline {

/// How batches are drawn: the mechanism, and what is assumed in words.
struct TrainingMechanism {
  std::string mechanism, assumes, note{};
};

/// Names for --sampling.
std::vector<std::string> sampling_names();

/// Of the run; with `sigma` for its noise multiplier, a number or `?`. Throws std::invalid_argument,
/// naming the option.
TrainingMechanism training_mechanism(const DpsgdArguments& arguments, const std::string& sigma);

}  // namespace plumbline
