/// Federated training, described by clients, rounds and the neighbouring relation.
#pragma once

#include <string>

#include "app/training/training_run.hpp"

namespace plumbline {

/// The options of `federated` as typed.
struct FederatedWords {
  std::string clients, per_round, rounds, unit = "client", clip = "client";
  std::string cap;  ///< maximum number of rounds in which one client takes part; empty: no cap
  std::string examples, local_batch,
      local_epochs = "1";  ///< epochs of one client's training in a round, if examples are clipped
};

/// Returns the mechanism of the run with noise multiplier `sigma` (a number or `?`) and with clients drawn by
/// `sampling`. Throws std::invalid_argument, naming the option.
TrainingMechanism federated_mechanism(const FederatedWords& words, const std::string& sampling,
                                      const std::string& sigma);

}  // namespace plumbline
