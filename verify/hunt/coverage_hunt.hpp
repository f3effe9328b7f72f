/// A hunt for auditors whose lower bounds on epsilon exceed the true value more often than the auditors promise. A
/// child process reads scores of synthetic experiments and answers with its bound (docs/hunting.md).
#pragma once

#include <map>
#include <optional>

#include "reference/arithmetic/upper_bound.hpp"
#include "verify/hunt/examine.hpp"
#include "verify/hunt/space/coverage_setting.hpp"

namespace plumbline {

struct CoverageHuntOptions {
  double seconds = 60;         ///< limit for the whole hunt
  long questions = 0;          ///< maximum number of questions; 0 means no limit
  double answer_seconds = 10;  ///< limit for each answer
  uint64_t seed = 1;
};

/// The results of the runs of one setting.
struct CoverageFind {
  CoverageSetting setting;
  double truth = 0;          ///< upper bound of the true epsilon, for display
  long asked = 0, runs = 0;  ///< number of questions, and of answers with a bound
  long above = 0;            ///< bounds that certainly exceed the true value
  double largest = 0;        ///< the largest of these bounds
  /// p-value of the hypothesis that the promise holds, corrected for the number of settings (PROMISE-EVIDENCE).
  UpperBound p_value;
  bool violated = false;  ///< the p-value was at most 10^-6 at some time during the hunt
  std::string example;    ///< the question of the largest bound
  /// Number of answers without a bound, by the auditor's message.
  std::map<std::string, long> unanswered;
};

struct CoverageHuntResult {
  std::vector<CoverageFind> finds;  ///< one for each setting
  double seconds = 0;
  bool interrupted = false;

  long judged() const;
  bool violated() const;
};

/// Runs the hunt. Every second question is about the undecided setting with the smallest p-value; the other questions
/// go to the settings in turn. A setting is skipped if it is decided or its first answers contained no bound. Equal
/// seeds and equal answers lead to equal questions.
CoverageHuntResult hunt_coverage(const CoverageHuntOptions& options, const AskChild& ask);

/// Returns "null, 200 + 200 scores, delta 0.01: 31 of 33 bounds above the true 0, ...", one line for each setting.
std::string coverage_finds_text(const CoverageHuntResult& result);
/// Returns the violated settings, one JSON object per line, with the question of the largest bound.
std::string coverage_finds_lines(const CoverageHuntResult& result, const std::string& auditor);

/// Returns 130 if interrupted; 1 if there is a find; 2 if no answer was a bound; else 0.
int coverage_hunt_exit_code(const CoverageHuntResult& result);

}  // namespace plumbline
