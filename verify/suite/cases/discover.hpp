/// Finds the case files that a run reads.
#pragma once

#include <filesystem>
#include <vector>

#include "verify/base/problem.hpp"

namespace plumbline {

struct Discovery {
  std::vector<std::filesystem::path> files;
  std::vector<Problem> problems;  ///< paths that do not exist, and directories without case files
};

/// Returns the files among the paths, and all case files (`.toml`) below the directories among them, sorted and without
/// repetition. Tables such as promises.toml are not case files.
Discovery discover(const std::vector<std::filesystem::path>& paths);

}  // namespace plumbline
