/// The probabilities of the region of composed steps, as given.
#pragma once

#include "reference/values/certified.hpp"

namespace plumbline {

Certified region_value(const Ball& x, int digits);
/// Returns the interval from 0 to 1.
Certified unknown_region_value(int digits);

}  // namespace plumbline
