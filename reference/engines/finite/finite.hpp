/// Engine "finite": computes compositions with finitely many losses per step as sums over types. A type is the vector
/// of multiplicities of the losses.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

std::string finite_refusal(const Composition& composition);

/// Returns true if every factor has finitely many losses. The transform of such a composition does not decay.
bool all_finite(const Composition& composition);

/// The registry entry.
EngineEntry finite_entry();

}  // namespace plumbline
