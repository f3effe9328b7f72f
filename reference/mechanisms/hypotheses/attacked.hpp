/// The neighbours that an attack compares, and the promises that the attack can refute.
#pragma once

#include "reference/mechanisms/hypotheses/stated.hpp"
#include "reference/mechanisms/neighbours/direction.hpp"

namespace plumbline {

/// Returns the hypotheses of the attacked mechanism: one record is added or removed. If the attack has only one
/// direction, the record is only removed or only added. An attack is no upper bound, so `dominates` is false.
HypothesesPtr attacked_hypotheses(Direction direction);

/// Returns true if the promise bounds all neighbours of the attack: the promise dominates and is about all records, its
/// relation equals or includes that of the attack (or is `any`), and its group is at least as large.
bool covers(const Hypotheses& promise, const Hypotheses& attacked);

}  // namespace plumbline
