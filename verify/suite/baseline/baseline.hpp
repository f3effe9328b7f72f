/// A committed record of an earlier run, so that what got worse is noticed.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "reference/arithmetic/rational.hpp"
#include "verify/base/problem.hpp"
#include "verify/suite/cases/finished_case.hpp"

namespace plumbline {

/// The differences that are no regressions. Enclosures need no allowance: both hold the truth,
/// so they must meet.
struct BaselineRules {
  /// An approximation got worse when its error certainly exceeds this many times what it was: room
  /// for the last digit printed, and for a C library that rounds differently.
  Rational error_factor{102, 100};
  /// ... and by more than this many times the truth: below is rounding of doubles.
  Rational error_floor = power_of_ten(-14);
  /// A value got slower when it takes this many times as long; nothing is said when there is none.
  std::optional<double> slower;
  /// ... and this many seconds more.
  double slower_floor = 0.5;
};

/// One line of a baseline file.
struct BaselineRow {
  int line = 0;
  nlohmann::ordered_json content;
};

struct Baseline {
  std::string file;
  std::vector<BaselineRow> rows;
};

/// Throws std::invalid_argument, with file, line and remedy, when it cannot be read or a line is
/// none of a baseline.
Baseline read_baseline(const std::filesystem::path& path);

/// Writes the run as a baseline: one line for each value, without what only people read. Throws
/// std::runtime_error when it cannot be written.
void write_baseline(const std::filesystem::path& path, const std::vector<FinishedCase>& cases);

/// Returns the question of a result: two are compared only where this is equal.
std::string value_identity(const nlohmann::ordered_json& result);

struct BaselineComparison {
  size_t compared = 0;  ///< values of the run that the baseline has
  size_t fresh = 0;     ///< values of the run that it does not have
  size_t absent = 0;    ///< its values that the run does not have: not run, renamed or removed
  std::vector<Problem> regressions;  ///< in case order; `key` is the approximation or the quantity
};

BaselineComparison compare(const Baseline& baseline, const std::vector<FinishedCase>& cases,
                           const BaselineRules& rules);

/// {"file", "compared", "fresh", "absent", "slower", "slower_floor", "regressions": [{"file",
/// "line", "case", "key", "message"}]} of run.json.
nlohmann::ordered_json comparison_json(const Baseline& baseline, const BaselineComparison& result,
                                       const BaselineRules& rules);

}  // namespace plumbline
