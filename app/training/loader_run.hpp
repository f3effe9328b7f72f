/// The sampling of a loader, as a file describes it, and the dominating pair of the training run.
#pragma once

#include <string>
#include <vector>

#include "app/training/dpsgd_words.hpp"

namespace plumbline {

/// A pair that some data sets attain, and a description of these data sets.
struct LoaderMember {
  std::string mechanism, which;
};

struct LoaderRun {
  std::string mechanism;  ///< proved to be no less private than the run
  std::string assumes, note{};
  bool attained = false;  ///< true if some data sets attain it
  std::vector<LoaderMember>
      members{};        ///< otherwise pairs that some data sets attain, if such pairs are known
                        ///< here
  std::string about{};  ///< description of their neighbours: "of a record exchanged for another "
  std::string
      told{};  ///< the input for an accountant of Poisson sampling; empty if the accountant is
               ///< right
  bool told_holds = false;  ///< this mechanism is also proved to be no less private than the run
};

/// Returns the run with noise multiplier `sigma` (a number or `?`). Throws std::invalid_argument, naming the file, if
/// no pair is proved for the loader.
LoaderRun loader_run(const DpsgdArguments& arguments, const std::string& sigma);

/// Returns the arguments with the values of the loader file.
DpsgdArguments with_loader(const DpsgdArguments& arguments);

}  // namespace plumbline
