/// The neighbours that an attack compares, and the promises that it can refute.
#pragma once

#include "reference/mechanisms/hypotheses/stated.hpp"
#include "reference/mechanisms/neighbours/direction.hpp"

namespace plumbline {

/// Returns the hypotheses of the attacked mechanism: one record is added or removed or, in one direction, only removed
/// or only added. An attack is not a bound: nothing dominates.
HypothesesPtr attacked_hypotheses(Direction direction);

/// Returns true if a bound for all neighbours under the first relation is also one for the second: equal relations and
/// groups, or a pair that is stated without a relation and adopts the other's.
bool covers(const Hypotheses& promise, const Hypotheses& attacked);

}  // namespace plumbline
