/// Engine "bent": computes compositions of a few steps on batches of fixed size. Their transform hardly decays on a
/// vertical line, since the loss 0 has positive mass and the density has a kink there. On a contour that is deformed
/// away from that line the transform decays.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// The registry entry.
EngineEntry bent_entry();

}  // namespace plumbline
