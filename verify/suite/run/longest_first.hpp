/// The order in which the workers run the cases.
#pragma once

#include <vector>

#include "verify/suite/cases/suite_input.hpp"

namespace plumbline {

/// Returns the indexes of the cases: first those that sample the most losses, then the others in their given order.
/// If a worker started a long case last, the others would wait for it. The results are nevertheless in the order of
/// the cases.
std::vector<size_t> longest_first(const std::vector<PlannedCase>& cases);

}  // namespace plumbline
