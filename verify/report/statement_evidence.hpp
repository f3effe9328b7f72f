/// Certified values as lines of the page on what the papers state.
#pragma once

#include <string>
#include <vector>

#include "verify/report/results.hpp"

namespace plumbline {

/// A list with one line for each case, contradictions first: its first value, what is stated of it,
/// and how many more points have the same verdict.
std::string evidence_list(const std::vector<const Json*>& evidence);

}  // namespace plumbline
