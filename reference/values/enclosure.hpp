/// An enclosure of a value, and the sources of its width.
#pragma once

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/upper_bound.hpp"

namespace plumbline {

/// The sources of the width of an enclosure. The errors are absolute and already contained in the enclosure.
struct ErrorBudget {
  UpperBound quadrature, truncation, discretisation, rounding;
};

struct Enclosure {
  Ball value;
  ErrorBudget budget;
  /// True if no other engine can compute a narrower enclosure. This is so if the answer, as a function of the threshold
  /// t, has a jump at a point that cannot be distinguished from t at the working precision.
  bool final = false;
};

}  // namespace plumbline
