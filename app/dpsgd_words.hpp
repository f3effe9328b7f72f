/// The words of dpsgd, shared by `certify`.
#pragma once

#include "app/common_options.hpp"

namespace plumbline {

struct DpsgdArguments {
  CommonOptions common;
  std::string sigma, batch, dataset, epochs, delta, sampling = "poisson";
};

/// What is asked of a training run, and how an engineer calls it.
struct DpsgdQuestion {
  std::string quantity, at, label;
  std::string command{}, option{};  ///< an engineer's words; empty: the quantity's own
};

/// A training run as a mechanism, and the questions about it.
struct DpsgdRun {
  std::string mechanism;
  std::vector<DpsgdQuestion> questions;
};
/// Throws std::invalid_argument, naming the option.
DpsgdRun dpsgd_run(const DpsgdArguments& arguments);

Command* add_dpsgd_words(Command& app, DpsgdArguments& arguments, const std::string& before = "",
                         const std::string& after = "");

}  // namespace plumbline
