/// Tails at a threshold so close to the loss of an atom that no computed enclosure separates the two.
#pragma once

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

/// Encloses the tails at such a threshold, from an enclosure for thresholds below the atom and one for thresholds above
/// it: BOUND(END-HULL).
LossTails end_hull(const LossTails& on_one_side, const LossTails& on_the_other);

}  // namespace plumbline
