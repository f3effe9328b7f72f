/// Engine "laplace_sums": an exact finite sum for steps whose loss has atoms and intervals on which e^{L/2} dP is
/// uniform, all on one lattice. The steps are those of one Laplace mechanism, or of several whose losses have a common
/// lattice. The engine serves compositions for which the line integral fails: for few Laplace steps the atoms have a
/// large mass, and the transform of atoms does not decay.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// The registry entry.
EngineEntry laplace_sums_entry();

}  // namespace plumbline
