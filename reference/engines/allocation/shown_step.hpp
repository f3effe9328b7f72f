/// Engine "shown_step": bounds random allocation by two Gaussians and by a normal approximation of its likelihood
/// ratio. The Gaussians are that of the allocated step if the step is revealed, and that of the sum of the outputs.
/// The engine is for compositions without a usable transform: sigma is so small that almost nothing is private, or so
/// large that almost everything is.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// The registry entry.
EngineEntry shown_step_entry();

}  // namespace plumbline
