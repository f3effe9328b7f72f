/// Federated training in its own terms: clients, rounds, and who the neighbours are.
#pragma once

#include <string>

#include "app/training/training_run.hpp"

namespace plumbline {

/// The options of `federated` as typed.
struct FederatedWords {
  std::string clients, per_round, rounds, unit = "client", clip = "client";
  std::string cap;  ///< rounds that one client takes part in at most; empty: no cap
  std::string examples, local_batch,
      local_epochs = "1";  ///< of one client's training in a round, where examples are clipped
};

/// Returns the mechanism of the run with `sigma` as its noise multiplier, a number or `?`, where clients are drawn
/// by `sampling`. Throws std::invalid_argument, naming the option.
TrainingMechanism federated_mechanism(const FederatedWords& words, const std::string& sampling,
                                      const std::string& sigma);

}  // namespace plumbline
