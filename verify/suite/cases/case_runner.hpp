/// Runs one case: certifies its values, compares them with printed values of the source, and judges the requested
/// approximations.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <vector>

#include "verify/suite/cases/case_file.hpp"

namespace plumbline {

struct CaseOutcome {
  std::vector<nlohmann::ordered_json> results;  ///< lines of results.jsonl, one for each point
  std::vector<Problem> problems;                ///< rejected arguments and engines
  std::vector<Problem> contradictions;          ///< enclosures of one number that do not meet
  bool wrong = false;      ///< a printed value differs, a dispute is stale, a tolerance is exceeded
  bool unreached = false;  ///< a precision was not reached, or a verdict is undecided
};

/// Limits of one case.
struct CaseLimits {
  Poll poll = [] {};  ///< may throw Interrupted
  std::function<bool()> timed_out = [] { return false; };
};

/// Thread-safe for different cases: all data of the computation are its own. An Interrupted after the time limit ends
/// the case but not the run; any other one is not caught.
CaseOutcome run_case(const Case& c, const CaseLimits& limits);

}  // namespace plumbline
