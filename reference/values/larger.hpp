/// Combinations of two certified values.
#pragma once

#include "reference/values/certified.hpp"

namespace plumbline {

/// The larger of two values: for the divergences in both orders it is a metric, the Levy distance of the trade-off
/// functions.
Certified larger(const Certified& a, const Certified& b);
/// Returns the larger value; it is also reached if only the larger one has `digits` digits.
Certified larger(const Certified& a, const Certified& b, int digits);

/// The difference of two values, in the name of the first one's engine; reached if both are.
Certified difference(const Certified& a, const Certified& b);

}  // namespace plumbline
