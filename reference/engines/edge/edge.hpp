/// Engine "edge": products of sampled Gaussian and Laplace steps and steps of finitely many losses, close to the
/// smallest loss of all. There the losses crowd over many scales, and no vertical line decays before it has passed the
/// finest. The transforms of such laws decay as well to the right of the line, on rays: there some hundreds of nodes do,
/// whatever the scales.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// For the registry.
EngineEntry edge_entry();

}  // namespace plumbline
