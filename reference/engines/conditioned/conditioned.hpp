/// Engine "conditioned": a composition of which some steps have countably many losses, given these.
/// What is left has a short line, an integral or a closed form of its own, or nothing is left.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// For the registry.
EngineEntry conditioned_entry();

}  // namespace plumbline
