/// Runs the cases of quantities that no approximation computes.
#pragma once

#include "verify/suite/cases/case_runner.hpp"

namespace plumbline {

/// Adds one result for each request. Interrupted is rethrown unless the time limit has passed.
void run_requests(const Case& c, const CaseLimits& limits, CaseOutcome* out);

}  // namespace plumbline
