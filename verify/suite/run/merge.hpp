/// `plumbline merge`: puts the shards of one run together.
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

/// Writes what one run of all cases would have written, apart from times, and returns its exit
/// code. One line for each thing that is in the way, exit code 2 and nothing written when a shard
/// is missing, there twice, unfinished, of another program or of other cases.
int merge_shards(const MergeOptions& options);

}  // namespace plumbline
