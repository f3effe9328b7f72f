/// `plumbline verify`: reads case files, runs them, writes results and the report.
#pragma once

#include <filesystem>
#include <optional>
#include <ostream>
#include <vector>

namespace plumbline {

struct SuiteOptions {
  std::vector<std::filesystem::path> paths = {"cases"};
  std::filesystem::path out = "reports/out";
  int threads = 1;
  std::optional<double> timeout_seconds;  ///< for each case
  bool progress_terminal = false;         ///< `messages` is a terminal: show a progress line
  bool plots = true;                      ///< where gnuplot is installed
  std::ostream* messages = nullptr;       ///< problems, progress, summary; std::cerr by default
};

/// Writes `results.jsonl` (in case order, as the cases finish), `run.json` and `report.md` with
/// its plots into `out`. Returns the exit code: 130 interrupted (what is done is written); 2 bad
/// input anywhere; else 1 a judged value is wrong; else 3 a precision or verdict was not reached;
/// else 0. Never throws on bad input.
int run_suite(const SuiteOptions& options);

}  // namespace plumbline
