/// The draws of a training run's loader, as a file describes them, and their pair.
#pragma once

#include <string>
#include <vector>

#include "app/training/dpsgd_words.hpp"

namespace plumbline {

/// A pair that some data sets have, and which.
struct LoaderMember {
  std::string mechanism, which;
};

struct LoaderRun {
  std::string mechanism;  ///< proved to be no less private than the run
  std::string assumes, note{};
  bool attained = false;  ///< some data sets have it
  std::vector<LoaderMember>
      members{};        ///< otherwise pairs that some have, where such are known here
  std::string about{};  ///< whose neighbours: "of a record exchanged for another "
  std::string
      told{};  ///< what an accountant of Poisson sampling is told; empty where that is right
  bool told_holds = false;  ///< it is proved to be no less private than the run as well
};

/// The run with `sigma` for its noise multiplier, a number or `?`. Throws std::invalid_argument, naming the
/// file, where a loader has no pair that is proved here.
LoaderRun loader_run(const DpsgdArguments& arguments, const std::string& sigma);

/// The arguments with what the file says in their place.
DpsgdArguments with_loader(const DpsgdArguments& arguments);

}  // namespace plumbline
