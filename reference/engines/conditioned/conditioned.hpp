/// Engine "conditioned": conditions a composition on the losses of those steps that have countably many losses. The
/// answer for the remaining steps, if there are any, is a short line integral, an integral over noise or a closed
/// form.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// The registry entry.
EngineEntry conditioned_entry();

}  // namespace plumbline
