/// Engine "laplace_sums": steps of atoms and of stretches on which e^{L/2} dP is uniform, all on one
/// lattice, as an exact finite sum: laplace alone, or several whose ratios are commensurable. The
/// engine is for compositions at which the line integral fails: the transform of the atoms of few
/// Laplace steps does not decay.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// For the registry.
EngineEntry laplace_sums_entry();

}  // namespace plumbline
