/// Selects the distributions that a question concerns. A file may have two of them (its parts), one for each direction.
#pragma once

#include <vector>

#include "verify/profiles/distribution_file.hpp"

namespace plumbline {

/// Returns the parts that a question in this direction concerns: for `worst`, all parts.
std::vector<StoredDistribution> parts_for(std::vector<StoredDistribution> all, Direction asked);

/// Returns the direction in which to judge the part `one`: if `asked` is worst and there are several parts, the
/// direction that the file states for `one`; else `asked`.
Direction part_direction(const std::vector<StoredDistribution>& all, const StoredDistribution& one,
                         Direction asked);

}  // namespace plumbline
