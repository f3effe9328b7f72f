/// Gaussian noise of each user's own, shuffled.
#pragma once

#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

MechanismEntry shuffled_gaussian_entry();

}  // namespace plumbline
