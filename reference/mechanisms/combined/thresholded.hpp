/// A histogram that shows the keys whose noisy counts reach a threshold: the effect of a user's own keys.
#pragma once

#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

/// The registry entry.
MechanismEntry thresholded_entry();

}  // namespace plumbline
