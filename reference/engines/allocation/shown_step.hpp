/// Engine "shown_step": bounds random allocation by two Gaussians and by a normal approximation of its likelihood
/// ratio. One Gaussian pair is that of the allocated step, as if this step were revealed; the other is that of the sum
/// of the outputs. The engine is for compositions without a usable transform: sigma is so small that there is hardly
/// any privacy, or so large that privacy is nearly perfect.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// The registry entry.
EngineEntry shown_step_entry();

}  // namespace plumbline
