/// The parts of a distribution that a question about a direction concerns.
#pragma once

#include <vector>

#include "verify/profiles/distribution_file.hpp"

namespace plumbline {

/// Returns the parts that a question in this direction concerns: for `worst`, all parts.
std::vector<StoredDistribution> parts_for(std::vector<StoredDistribution> all, Direction asked);

/// Returns the direction in which to judge `one`: its own if `asked` is worst and there are several parts, else
/// `asked`.
Direction part_direction(const std::vector<StoredDistribution>& all, const StoredDistribution& one,
                         Direction asked);

}  // namespace plumbline
