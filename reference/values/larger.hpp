/// Certified values of two made into one.
#pragma once

#include "reference/values/certified.hpp"

namespace plumbline {

/// The larger of two values: of the divergences both ways it is a metric, the Levy distance of the
/// trade-off functions.
Certified larger(const Certified& a, const Certified& b);
/// Returns the larger value; it is reached also if the larger one alone has `digits` digits.
Certified larger(const Certified& a, const Certified& b, int digits);

/// The difference of two values, in the name of the first one's engine; reached where both are.
Certified difference(const Certified& a, const Certified& b);

}  // namespace plumbline
