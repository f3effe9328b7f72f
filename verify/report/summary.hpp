/// The summary of a run.
#pragma once

#include <string>

#include "verify/report/results.hpp"

namespace plumbline {

/// The number of compared values for each verdict. A verdict compares a value with the digits that its source prints.
struct VerdictCounts {
  size_t agrees = 0, differs = 0, disputed = 0, stale = 0, undecided = 0;
  size_t compared() const { return agrees + differs + disputed + stale + undecided; }
};
VerdictCounts count_verdicts(const RunResults& results);

/// Further counts of a run.
struct RunCounts {
  size_t judged = 0, exceeded = 0;  ///< judged answers of approximations, and those beyond their
                                    ///< tolerance
  size_t unreached = 0;             ///< values with fewer digits than requested
};
RunCounts count_run(const RunResults& results);

/// Returns the meaning of a run's exit code, in prose.
std::string exit_code_meaning(const std::string& exit_code);

}  // namespace plumbline
