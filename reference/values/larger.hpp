/// The maximum and the difference of two certified values.
#pragma once

#include "reference/values/certified.hpp"

namespace plumbline {

/// Returns the larger of two values. (One use: the larger of the Delta-divergences in both orders is a metric, the Levy
/// distance of the trade-off functions.)
Certified larger(const Certified& a, const Certified& b);
/// Returns the larger of two values. It also counts as reached if its enclosure has `digits` digits, even if one of the
/// two values was not reached.
Certified larger(const Certified& a, const Certified& b, int digits);

/// Returns a - b with the engine name of a. The difference is reached if both values are.
Certified difference(const Certified& a, const Certified& b);

}  // namespace plumbline
