/// Engine "finite": compositions whose losses take finitely many values, as sums over multinomial
/// types.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

std::string finite_refusal(const Composition& composition);

/// Returns true if every factor has finitely many losses: the transform then never decays.
bool all_finite(const Composition& composition);

/// For the registry.
EngineEntry finite_entry();

}  // namespace plumbline
