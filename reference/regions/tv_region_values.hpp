/// Constructs certified values for probabilities of the region of composed steps.
#pragma once

#include "reference/values/certified.hpp"

namespace plumbline {

/// Returns the probability x as a certified value within [0, 1]. Throws Contradiction if x certainly lies outside.
Certified region_value(const Ball& x, int digits);
/// Returns [0, 1], the value of a probability about which nothing is known.
Certified unknown_region_value(int digits);

}  // namespace plumbline
