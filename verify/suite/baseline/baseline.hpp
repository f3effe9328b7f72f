/// A committed record of an earlier run, for the detection of regressions.
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

/// The differences that are not regressions. Enclosures need no allowance: the old and the new one contain the true
/// value, so they must intersect.
struct BaselineRules {
  /// An approximation has regressed if its error certainly exceeds this multiple of the former error. The multiple
  /// allows for the last printed digit and for C libraries that round differently.
  Rational error_factor{102, 100};
  /// The error must also exceed the former one by this multiple of the true value: smaller differences are rounding.
  Rational error_floor = power_of_ten(-14);
  /// A value is slower if its time exceeds this multiple of the former time; nothing means no check.
  std::optional<double> slower;
  /// The time must also exceed the former one by this number of seconds.
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

/// Reads a baseline. Throws std::invalid_argument, with file, line and remedy, if the file cannot be read or a line
/// does not belong to a baseline.
Baseline read_baseline(const std::filesystem::path& path);

/// Writes the run as a baseline: one line for each value, without the texts for people. Throws std::runtime_error if
/// the file cannot be written.
void write_baseline(const std::filesystem::path& path, const std::vector<FinishedCase>& cases);

/// Returns the question of a result as text. Only results with equal questions are compared.
std::string value_identity(const nlohmann::ordered_json& result);

struct BaselineComparison {
  size_t compared = 0;  ///< values of the run that are in the baseline
  size_t fresh = 0;     ///< values of the run that are not in the baseline
  /// Number of values of the baseline that the run does not contain: not run, renamed or removed.
  size_t absent = 0;
  std::vector<Problem> regressions;  ///< in case order; `key` is the approximation or the quantity
};

BaselineComparison compare(const Baseline& baseline, const std::vector<FinishedCase>& cases,
                           const BaselineRules& rules);

/// Returns the member `baseline` of run.json: {"file", "compared", "fresh", "absent", "slower", "slower_floor",
/// "regressions": [{"file", "line", "case", "key", "message"}]}.
nlohmann::ordered_json comparison_json(const Baseline& baseline, const BaselineComparison& result,
                                       const BaselineRules& rules);

}  // namespace plumbline
