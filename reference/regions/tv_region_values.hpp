/// The trivial value of a probability of the region of composed steps.
#pragma once

#include "reference/values/certified.hpp"

namespace plumbline {

Certified region_value(const Ball& x, int digits);
/// Returns the interval from 0 to 1.
Certified unknown_region_value(int digits);

}  // namespace plumbline
