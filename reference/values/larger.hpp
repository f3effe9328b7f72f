/// Combinations of two certified values.
#pragma once

#include "reference/values/certified.hpp"

namespace plumbline {

/// Returns the larger of two values. The larger of the Delta-divergences in both orders is a metric, the Levy distance
/// of the trade-off functions.
Certified larger(const Certified& a, const Certified& b);
/// Returns the larger value. It counts as reached if its own enclosure has `digits` digits.
Certified larger(const Certified& a, const Certified& b, int digits);

/// Returns a - b with the engine name of a. The difference is reached if both values are.
Certified difference(const Certified& a, const Certified& b);

}  // namespace plumbline
