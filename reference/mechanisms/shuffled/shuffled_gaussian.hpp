/// Gaussian noise of each user's own, shuffled.
#pragma once

#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {

MechanismEntry shuffled_gaussian_entry();

}  // namespace plumbline
