/// Shuffled values to which each user adds Gaussian noise.
#pragma once

#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

MechanismEntry shuffled_gaussian_entry();

}  // namespace plumbline
