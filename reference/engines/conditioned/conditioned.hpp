/// Engine "conditioned": conditions a composition on the losses of those steps that have countably many losses. The
/// remaining steps, if any, are answered by a short line, an integral or a closed form.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// The registry entry.
EngineEntry conditioned_entry();

}  // namespace plumbline
