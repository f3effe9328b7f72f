/// Engine "laplace_sums": steps with atoms and with intervals on which e^{L/2} dP is uniform, all on one lattice, as
/// an exact finite sum. The steps are those of one Laplace mechanism, or of several whose losses have a common
/// lattice. The engine is for compositions for which the line integral fails, because for few Laplace steps the atoms
/// have a large mass and their transform does not decay.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// The registry entry.
EngineEntry laplace_sums_entry();

}  // namespace plumbline
