/// The options of dpsgd, shared with `certify`.
#pragma once

#include <optional>

#include "app/options/common_options.hpp"
#include "app/training/federated_run.hpp"

namespace plumbline {

struct DpsgdArguments {
  CommonOptions common;
  std::string sigma, batch, dataset, epochs, delta, sampling = "poisson";
  std::string records = "1";  ///< maximum number of records of one user
  std::string rate, steps;    ///< alternatives to batch, dataset and epochs
  std::string loader;         ///< a file that describes the sampling of batches
  std::vector<std::string> fprs{"0.001", "0.01"};
  /// Targets, which are alternatives to sigma. kappa without gamma is also valid: it requests the ReRo bound.
  std::string epsilon, tpr, advantage, gamma, kappa;
  std::optional<FederatedWords>
      federated{};  ///< alternative to batch, dataset, epochs, rate and steps
};

/// A query about a training run, and its labels for engineers.
struct DpsgdQuestion {
  std::string quantity, at, label;
  std::string command{}, option{};  ///< names of the command and of the option, such as tpr and
                                    ///< fpr; if empty, those of the quantity
};

/// Returns the queries: epsilon, advantage, TPR at each FPR, reconstruction. Throws std::invalid_argument, naming the
/// option.
std::vector<DpsgdQuestion> dpsgd_questions(const DpsgdArguments& arguments);

/// A second epsilon of a run with a loader: a lower bound attained by some data sets (role "at_least"), or the result
/// of an accountant for Poisson sampling (role "accountant").
struct DpsgdBeside {
  std::string mechanism, role, label;
};

/// A training run as a mechanism, and the questions about it.
struct DpsgdRun {
  std::string mechanism;
  std::vector<DpsgdQuestion> questions;
  std::string assumes{}, note{};      ///< sentences that `dpsgd` prints; `note` has no full stop
  std::vector<DpsgdBeside> beside{};  ///< empty if an accountant for Poisson sampling is right
  bool attained = true;               ///< as TrainingMechanism::attained
};
/// Returns the run that the options describe. Throws std::invalid_argument, naming the option.
DpsgdRun dpsgd_run(const DpsgdArguments& arguments);

Command* add_dpsgd_words(Command& app, DpsgdArguments& arguments, const std::string& before = "",
                         const std::string& after = "");
/// Adds `federated`: the same questions about federated rounds.
Command* add_federated_words(Command& app, DpsgdArguments& arguments,
                             const std::string& before = "", const std::string& after = "");

}  // namespace plumbline
