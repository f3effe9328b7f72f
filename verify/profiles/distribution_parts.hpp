/// The parts of a distribution that a question in a direction is about.
#pragma once

#include <vector>

#include "verify/profiles/distribution_file.hpp"

namespace plumbline {

/// Returns the parts that a question in this direction is about: all of them in the worst one.
std::vector<StoredDistribution> parts_for(std::vector<StoredDistribution> all, Direction asked);

/// Returns the direction of `one` among all parts: its own, or where it is the only part the one asked.
Direction part_direction(const std::vector<StoredDistribution>& all, const StoredDistribution& one,
                         Direction asked);

}  // namespace plumbline
