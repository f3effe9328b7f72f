/// Engine "bent": steps on batches of fixed size, a few of which have a transform that hardly decays on a vertical
/// line (the loss 0 has mass, and the density a kink there). On
/// a contour deformed away from that line it decays.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// For the registry.
EngineEntry bent_entry();

}  // namespace plumbline
