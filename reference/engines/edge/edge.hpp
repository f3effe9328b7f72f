/// Engine "edge": products of subsampled Gaussian and Laplace steps and of steps with finitely many losses, close to
/// the smallest loss of the composition. The losses there have many scales, and no vertical line decays before it has
/// passed the finest one. The transforms of such distributions also decay to the right of the line, on rays, where some
/// hundreds of nodes suffice for all scales.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// The registry entry.
EngineEntry edge_entry();

}  // namespace plumbline
