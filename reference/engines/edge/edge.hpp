/// Engine "edge": products of subsampled Gaussian and Laplace steps and of steps with finitely many losses, close to
/// the smallest loss of the composition. The losses there have many scales, and on a vertical line the transform does
/// not decay before Im s exceeds the inverse of the finest scale. The transforms also decay to the right of the line,
/// on rays, where some hundreds of nodes suffice for all scales.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// The registry entry.
EngineEntry edge_entry();

}  // namespace plumbline
