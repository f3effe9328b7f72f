/// The end of a run, the same for one run and for merged shards: the comparison with a baseline,
/// `run.json`, `report.md`, `junit.xml`, the exit code.
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

/// The facts about a run that its finished cases do not state.
struct RunFacts {
  std::vector<std::string> paths;
  size_t files = 0;
  size_t cases = 0;                         ///< to be run: those of the shard
  size_t resumed = 0;                       ///< of these, taken from an earlier run
  size_t suite_cases = 0;                   ///< of all shards
  std::string suite;                        ///< digest of what all shards ask
  Shard shard;                              ///< 1/1 is the whole
  std::vector<std::string> input_problems;  ///< one line each
  int threads = 1;
  double seconds = 0;
  bool interrupted = false;
};

struct BaselineSettings {
  std::optional<std::filesystem::path> compare_with, write_to;
  BaselineRules rules;
};

/// Compares, writes `run.json`, `report.md`, `junit.xml` and the new baseline, prints what is wrong and a
/// summary line, and returns the exit code: 4 where certified values contradict each other; else 130
/// interrupted; 2 bad input anywhere; else 1 a judged
/// value is wrong or a regression; else 3 a precision or verdict was not reached; else 0.
/// `baseline` is `settings.compare_with`, read.
int conclude(const std::filesystem::path& out, const RunFacts& facts,
             const std::vector<FinishedCase>& cases, const BaselineSettings& settings,
             const std::optional<Baseline>& baseline, std::ostream& messages);

/// Returns the result of `action`; where it cannot go on, one line that says why and the exit code
/// of bad input.
int refusing(const std::function<int()>& action, std::ostream& messages);

}  // namespace plumbline
