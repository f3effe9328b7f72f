/// The end of a run, for a single run and for merged shards: the comparison with a baseline, `run.json`, `report.md`,
/// `junit.xml`, and the exit code.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "verify/base/exit_code.hpp"
#include "verify/base/shard.hpp"
#include "verify/suite/baseline/baseline.hpp"

namespace plumbline {

/// The facts about a run that its finished cases do not contain.
struct RunFacts {
  std::vector<std::string> paths;
  size_t files = 0;
  size_t cases = 0;                         ///< number of cases of this shard
  size_t resumed = 0;                       ///< number of these cases that an earlier run finished
  size_t suite_cases = 0;                   ///< number of cases of all shards
  std::string suite;                        ///< digest of the questions of all shards
  Shard shard;                              ///< 1/1 is the whole suite
  std::vector<std::string> input_problems;  ///< one line for each problem
  int threads = 1;
  double seconds = 0;
  bool interrupted = false;
};

struct BaselineSettings {
  std::optional<std::filesystem::path> compare_with, write_to;
  BaselineRules rules;
};

/// Compares with the baseline, writes `run.json`, `report.md`, `junit.xml` and the new baseline, prints the problems
/// and a summary line, and returns the exit code: 4 if certified values contradict each other; else 130 if
/// interrupted; else 2 for bad input anywhere; else 1 if a judged value is wrong or there is a regression; else 3 if
/// a precision or verdict was not reached; else 0. `baseline` is the content of `settings.compare_with`.
int conclude(const std::filesystem::path& out, const RunFacts& facts,
             const std::vector<FinishedCase>& cases, const BaselineSettings& settings,
             const std::optional<Baseline>& baseline, std::ostream& messages);

/// Returns the result of `action`. If `action` cannot continue, prints the reason in one line and returns the exit
/// code of bad input.
int refusing(const std::function<int()>& action, std::ostream& messages);

}  // namespace plumbline
