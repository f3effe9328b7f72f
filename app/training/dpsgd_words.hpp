/// The words of dpsgd, shared by `certify`.
#pragma once

#include <optional>

#include "app/options/common_options.hpp"
#include "app/training/federated_run.hpp"

namespace plumbline {

struct DpsgdArguments {
  CommonOptions common;
  std::string sigma, batch, dataset, epochs, delta, sampling = "poisson";
  std::string records = "1";  ///< of a user at most
  std::string rate, steps;    ///< in place of batch, dataset and epochs
  std::string loader;         ///< a file that says how batches are drawn
  std::vector<std::string> fprs{"0.001", "0.01"};
  /// Targets in place of sigma. kappa stands without gamma as well: where the ReRo bound is asked.
  std::string epsilon, tpr, advantage, gamma, kappa;
  std::optional<FederatedWords>
      federated{};  ///< in place of batch, dataset, epochs, rate and steps
};

/// The query about a training run, and its labels for engineers.
struct DpsgdQuestion {
  std::string quantity, at, label;
  std::string command{}, option{};  ///< an engineer's words; empty: the quantity's own
};

/// Epsilon, advantage, TPR at each FPR, reconstruction. Throws std::invalid_argument, naming the option.
std::vector<DpsgdQuestion> dpsgd_questions(const DpsgdArguments& arguments);

/// An epsilon beside that of a run with a loader: what some data sets have (role at_least), or what an accountant of
/// Poisson sampling says (accountant).
struct DpsgdBeside {
  std::string mechanism, role, label;
};

/// A training run as a mechanism, and the questions about it.
struct DpsgdRun {
  std::string mechanism;
  std::vector<DpsgdQuestion> questions;
  std::string assumes{},
      note{};  ///< sentences, as `dpsgd` prints them; the latter without its full stop
  std::vector<DpsgdBeside> beside{};  ///< none where the accountant is right
  bool attained = true;  ///< whether some data sets of the run are known to have the pair
};
/// Throws std::invalid_argument, naming the option.
DpsgdRun dpsgd_run(const DpsgdArguments& arguments);

Command* add_dpsgd_words(Command& app, DpsgdArguments& arguments, const std::string& before = "",
                         const std::string& after = "");
/// Adds `federated`: the same questions about rounds of clients.
Command* add_federated_words(Command& app, DpsgdArguments& arguments,
                             const std::string& before = "", const std::string& after = "");

}  // namespace plumbline
