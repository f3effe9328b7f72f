/// The judged methods. Some builds of the program do not include them.
#pragma once

#include <vector>

#include "verify/approximations/approximation.hpp"

namespace plumbline {

/// Returns approximation_registry(); throws std::invalid_argument if it is empty.
const std::vector<ApproximationEntry>& judged_methods();

}  // namespace plumbline
