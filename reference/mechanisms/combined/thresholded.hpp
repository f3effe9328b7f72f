/// A histogram that releases the keys whose noisy counts reach a threshold. The pair covers the keys that only one user
/// has.
#pragma once

#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

/// The registry entry.
MechanismEntry thresholded_entry();

}  // namespace plumbline
