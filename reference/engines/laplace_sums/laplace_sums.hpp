/// Engine "laplace_sums": steps with atoms and with intervals on which e^{L/2} dP is uniform, all on one lattice, as
/// an exact finite sum. The steps are those of one Laplace mechanism, or of several whose ratios are commensurable.
/// The engine is for compositions for which the line integral fails: the transform of the atoms of few Laplace steps
/// does not decay.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// The registry entry.
EngineEntry laplace_sums_entry();

}  // namespace plumbline
