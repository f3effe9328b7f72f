/// Engine "bent": computes compositions of a few steps on batches of fixed size. Their transform hardly decays on a
/// vertical line, because the loss 0 has positive mass and the density has a kink at 0. The transform decays on a
/// contour that bends away from the vertical line.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// The registry entry.
EngineEntry bent_entry();

}  // namespace plumbline
