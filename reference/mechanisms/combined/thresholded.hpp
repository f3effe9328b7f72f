/// A histogram that releases the keys whose noisy counts reach a threshold: the loss from keys that only one user has.
#pragma once

#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

/// The registry entry.
MechanismEntry thresholded_entry();

}  // namespace plumbline
