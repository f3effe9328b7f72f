/// Engine "shown_step": random allocation between two thresholds of the Gaussian that it is once the
/// step is shown to which the record was allocated, above the Gaussian of the outputs' sum, and beside
/// a normal distribution of its likelihood ratio. It answers where the transform is out of reach: sigma so small
/// that next to nothing is private, or so large that next to everything is.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

/// For the registry.
EngineEntry shown_step_entry();

}  // namespace plumbline
