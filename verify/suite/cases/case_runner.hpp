/// Runs one case: certifies its values, compares them with what the source prints, and judges the
/// approximations asked for.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <vector>

#include "verify/suite/cases/case_file.hpp"

namespace plumbline {

struct CaseOutcome {
  std::vector<nlohmann::ordered_json> results;  ///< one per point, lines of results.jsonl
  std::vector<Problem> problems;                ///< arguments and engines that were refused
  std::vector<Problem> contradictions;          ///< enclosures of one number that do not meet
  bool wrong = false;      ///< a printed value differs, a dispute is stale, a tolerance is exceeded
  bool unreached = false;  ///< a precision was not reached, or a verdict is undecided
};

/// Limits of one case.
struct CaseLimits {
  Poll poll = [] {};  ///< may throw Interrupted
  std::function<bool()> timed_out = [] { return false; };
};

/// Thread-safe for different cases: everything it computes with is its own. An Interrupted that
/// comes after the time limit ends the case but not the run; any other leaves as it came.
CaseOutcome run_case(const Case& c, const CaseLimits& limits);

}  // namespace plumbline
