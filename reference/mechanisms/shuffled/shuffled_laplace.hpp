/// Shuffled values in [0, 1] to which each user adds Laplace noise.
#pragma once

#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

MechanismEntry shuffled_laplace_entry();

}  // namespace plumbline
