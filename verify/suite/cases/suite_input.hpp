/// All input that is read before the first case runs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "verify/base/shard.hpp"
#include "verify/suite/cases/case_file.hpp"

namespace plumbline {

/// A case with its index in the suite and a key of its content.
struct PlannedCase {
  size_t index = 0;  ///< index among all cases of the suite
  std::string key;   ///< equal only for the same case, in the same file, under the same build
  Case content;
};

struct SuiteInput {
  size_t files = 0;
  size_t suite_cases = 0;          ///< number of cases of all shards
  std::string suite;               ///< digest of all keys, equal for the shards of one run
  std::vector<PlannedCase> cases;  ///< the cases of this shard, in order
  std::vector<Problem> problems;   ///< problems of all files, in every shard
};

/// Reads all case files of `paths` and selects the cases of the shard. Never throws on bad content.
SuiteInput read_suite(const std::vector<std::filesystem::path>& paths, const Shard& shard);

/// Returns the key of a case: a digest of the name, title and source of its file, of the `[[case]]` table, and of the
/// build. The line of the case, comments and layout do not influence the key.
std::string case_key(const Case& c);

}  // namespace plumbline
