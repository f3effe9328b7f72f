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
  /// Reports of a number with two enclosures that do not intersect.
  std::vector<Problem> contradictions;
  /// True if a printed value differs, a value marked as disputed agrees, or a tolerance is exceeded.
  bool wrong = false;
  bool unreached = false;  ///< true if a precision was not reached, or a verdict is undecided
};

/// Limits of one case.
struct CaseLimits {
  Poll poll = [] {};  ///< may throw Interrupted
  std::function<bool()> timed_out = [] { return false; };
};

/// Runs a case. Thread-safe for different cases, because they share no data. An Interrupted after the time limit ends
/// only the case; any other Interrupted is not caught.
CaseOutcome run_case(const Case& c, const CaseLimits& limits);

}  // namespace plumbline
