/// Values in [0, 1] with Laplace noise of each user's own, shuffled.
#pragma once

#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {

MechanismEntry shuffled_laplace_entry();

}  // namespace plumbline
