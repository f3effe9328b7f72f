/// Engine "lattice": any composition, from the tails of each step alone. The loss is discretised on a lattice in two
/// ways, one that provably dominates and one that is dominated, and composed by exact integer convolution. The engine
/// shares no code with the line integral.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// The registry entry.
EngineEntry lattice_entry();

}  // namespace plumbline
