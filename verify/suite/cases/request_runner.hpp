/// Runs the cases of quantities that no approximation answers.
#pragma once

#include "verify/suite/cases/case_runner.hpp"

namespace plumbline {

/// Returns one result per request. Interrupted is passed on unless the time limit has passed.
void run_requests(const Case& c, const CaseLimits& limits, CaseOutcome* out);

}  // namespace plumbline
