/// Tails of a loss at a threshold that cannot be separated from an atom.
#pragma once

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

/// Encloses the tails at a threshold that cannot be separated from an atom, given the enclosures for thresholds on
/// both sides of the atom: BOUND(END-HULL).
LossTails end_hull(const LossTails& on_one_side, const LossTails& on_the_other);

}  // namespace plumbline
