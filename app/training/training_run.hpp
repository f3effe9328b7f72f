/// A training run as a mechanism.
#pragma once

#include <string>

namespace plumbline {

/// The mechanism of a run, and its assumptions as texts.
struct TrainingMechanism {
  std::string mechanism, assumes, note{};
  /// True if some data sets of the run are known to have the mechanism's pair.
  bool attained = true;
};

}  // namespace plumbline
