/// In which order the workers take the cases.
#pragma once

#include <vector>

#include "verify/suite/cases/suite_input.hpp"

namespace plumbline {

/// The places of the cases, those that draw most losses first and else as they are: a long case that
/// one worker takes last is one for which the others wait. The results are in the cases' own order.
std::vector<size_t> longest_first(const std::vector<PlannedCase>& cases);

}  // namespace plumbline
