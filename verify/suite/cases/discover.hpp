/// Which case files a run reads.
#pragma once

#include <filesystem>
#include <vector>

#include "verify/base/problem.hpp"

namespace plumbline {

struct Discovery {
  std::vector<std::filesystem::path> files;
  std::vector<Problem> problems;  ///< paths that do not exist, directories without case files
};

/// Files as given and all `.toml` files below the directories given, sorted, each once.
Discovery discover(const std::vector<std::filesystem::path>& paths);

}  // namespace plumbline
