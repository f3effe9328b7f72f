/// A histogram that shows the keys whose noisy counts reach a threshold: what a user's own keys say.
#pragma once

#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

/// For the registry.
MechanismEntry thresholded_entry();

}  // namespace plumbline
