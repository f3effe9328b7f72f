/// A histogram that shows the keys whose noisy counts reach a threshold: what a user's own keys say.
#pragma once

#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {

/// For the registry.
MechanismEntry thresholded_entry();

}  // namespace plumbline
