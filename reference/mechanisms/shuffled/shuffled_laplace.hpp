/// Values in [0, 1] with Laplace noise of each user's own, shuffled.
#pragma once

#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

MechanismEntry shuffled_laplace_entry();

}  // namespace plumbline
