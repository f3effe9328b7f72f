/// A hunt for auditors whose lower bounds on epsilon are above the truth more often than they promise: a child
/// is given scores of synthetic experiments, and answers with its bound (docs/hunting.md).
#pragma once

#include <map>
#include <optional>

#include "reference/arithmetic/upper_bound.hpp"
#include "verify/hunt/examine.hpp"
#include "verify/hunt/space/coverage_setting.hpp"

namespace plumbline {

struct CoverageHuntOptions {
  double seconds = 60;         ///< for all of it
  long questions = 0;          ///< at most; 0 is no limit
  double answer_seconds = 10;  ///< for each answer
  uint64_t seed = 1;
};

/// The results of the runs of one setting.
struct CoverageFind {
  CoverageSetting setting;
  double truth = 0;          ///< its epsilon, from above, for reading
  long asked = 0, runs = 0;  ///< runs: those with a bound
  long above = 0;            ///< bounds that are certainly above the truth
  double largest = 0;        ///< of these
  UpperBound p_value;        ///< of the promise, of all settings together (PROMISE-EVIDENCE)
  bool violated = false;     ///< the p-value was, at some time, at most 10^-6
  std::string example;       ///< the question of the largest bound
  std::map<std::string, long> unanswered;  ///< the auditor's own messages
};

struct CoverageHuntResult {
  std::vector<CoverageFind> finds;  ///< one a setting
  double seconds = 0;
  bool interrupted = false;

  long judged() const;
  bool violated() const;
};

/// Each setting takes turns; every second run is one of the setting that looks worst. A setting that is
/// decided, or without first answers, is left. The same seed asks the same questions of the same answers.
CoverageHuntResult hunt_coverage(const CoverageHuntOptions& options, const AskChild& ask);

/// "null, 200 + 200 scores, delta 0.01: 31 of 33 bounds above the true 0, ..." and so on.
std::string coverage_finds_text(const CoverageHuntResult& result);
/// The violated settings, a JSON object a line, with the question of the largest bound.
std::string coverage_finds_lines(const CoverageHuntResult& result, const std::string& auditor);

/// 130 interrupted; 1 a find; 2 no answer was a bound; else 0.
int coverage_hunt_exit_code(const CoverageHuntResult& result);

}  // namespace plumbline
