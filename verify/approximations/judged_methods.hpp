/// The judged methods, where the build has them.
#pragma once

#include <vector>

#include "verify/approximations/approximation.hpp"

namespace plumbline {

/// approximation_registry(); throws std::invalid_argument where that is empty.
const std::vector<ApproximationEntry>& judged_methods();

}  // namespace plumbline
