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
  std::string mechanism;  ///< its pair dominates the run: the run is at least as private
  std::string assumes, note{};
  bool attained = false;  ///< true if some data sets attain this pair
  std::vector<LoaderMember>
      members{};        ///< if not `attained`: known pairs that some data sets attain
  std::string about{};  ///< description of the neighbours: "of a record exchanged for another "
  std::string
      told{};  ///< the mechanism that an accountant for Poisson sampling evaluates; empty if its
               ///< result is correct for the loader
  bool told_holds = false;  ///< true if the run is proved to be at least as private as `told`
};

/// Returns the run with noise multiplier `sigma` (a number or `?`). Throws std::invalid_argument, naming the file, if
/// no pair is proved for the loader.
LoaderRun loader_run(const DpsgdArguments& arguments, const std::string& sigma);

/// Returns the arguments. If they have neither sigma nor a target, sigma is the noise multiplier of the loader file.
DpsgdArguments with_loader(const DpsgdArguments& arguments);

}  // namespace plumbline
