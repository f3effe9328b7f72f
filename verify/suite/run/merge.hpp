/// `plumbline merge`: combines the shards of one run.
#pragma once

#include <filesystem>
#include <ostream>
#include <vector>

#include "verify/suite/run/conclude.hpp"

namespace plumbline {

struct MergeOptions {
  std::vector<std::filesystem::path> shards;  ///< the --out folders of the shards, in any order
  std::filesystem::path out = "reports/out";
  BaselineSettings baseline;
  std::ostream* messages = nullptr;  ///< std::cerr by default
};

/// Writes the files that a single run of all cases would write (except for times), and returns the exit code that such
/// a run would return. If a shard is missing, occurs twice, is unfinished, or belongs to another program or to other
/// cases, prints one line for each error, writes no file and returns 2.
int merge_shards(const MergeOptions& options);

}  // namespace plumbline
