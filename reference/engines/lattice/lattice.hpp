/// Engine "lattice": any composition, using only the tails of each step. The loss of each step is discretised on a
/// lattice in two ways: one measure provably dominates the exact one, and the other is dominated by it. The measures
/// are composed by exact integer convolution. The engine shares no code with the line integral.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// The registry entry.
EngineEntry lattice_entry();

}  // namespace plumbline
