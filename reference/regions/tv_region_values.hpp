/// Probabilities of the region of composed steps as they are given.
#pragma once

#include "reference/values/certified.hpp"

namespace plumbline {

Certified region_value(const Ball& x, int digits);
/// From 0 to 1.
Certified unknown_region_value(int digits);

}  // namespace plumbline
