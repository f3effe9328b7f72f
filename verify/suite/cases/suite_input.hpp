/// Everything that is read before the first case runs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "verify/base/shard.hpp"
#include "verify/suite/cases/case_file.hpp"

namespace plumbline {

/// A case with its place in the suite and a key of what it asks.
struct PlannedCase {
  size_t index = 0;  ///< among all cases of the suite
  std::string key;   ///< the same only for the same case, in the same file, asked of the same build
  Case content;
};

struct SuiteInput {
  size_t files = 0;
  size_t suite_cases = 0;          ///< of all shards
  std::string suite;               ///< digest of all keys: shards of one run agree in it
  std::vector<PlannedCase> cases;  ///< of this shard, in order
  std::vector<Problem> problems;   ///< of all files, whatever the shard
};

/// Reads all case files of `paths` and picks the shard's cases. Never throws on bad content.
SuiteInput read_suite(const std::vector<std::filesystem::path>& paths, const Shard& shard);

/// The key of a case: a digest of its file's name, title and source, of its own table, and of the
/// build. Its line, comments and layout do not count.
std::string case_key(const Case& c);

}  // namespace plumbline
