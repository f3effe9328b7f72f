/// Engine "conditioned": conditions a composition on the losses of those steps that have countably many losses. The
/// remaining steps, if any, have a short line, an integral or a closed form of their own.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// The registry entry.
EngineEntry conditioned_entry();

}  // namespace plumbline
