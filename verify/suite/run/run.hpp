/// `plumbline verify`: reads case files, runs them, and writes the results and the report.
#pragma once

#include <filesystem>
#include <optional>
#include <ostream>
#include <vector>

#include "verify/base/progress.hpp"
#include "verify/suite/run/conclude.hpp"

namespace plumbline {

struct SuiteOptions {
  std::vector<std::filesystem::path> paths = {"cases"};
  std::filesystem::path out = "reports/out";
  int threads = 1;
  std::optional<double> timeout_seconds;  ///< limit for each case
  Shard shard;
  bool resume = false;  ///< reuse the cases that an earlier run finished in `out`
  BaselineSettings baseline;
  Progress::Display progress = Progress::Display::none;  ///< form of the progress display in
                                                         ///< `messages`
  std::ostream* messages = nullptr;  ///< problems, progress, summary; std::cerr by default
};

/// Writes `results.jsonl` and `cases.jsonl` into `out` as the cases finish, and sorts both in the order of the cases at
/// the end. Then writes `run.json` and the reports. Apart from times the results do not depend on threads, shards or
/// interruptions. Returns the exit code of conclude(). Never throws on bad input.
int run_suite(const SuiteOptions& options);

}  // namespace plumbline
