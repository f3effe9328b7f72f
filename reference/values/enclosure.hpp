/// An enclosure of a value, and the sources of its width.
#pragma once

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/upper_bound.hpp"

namespace plumbline {

/// The sources of the width of an enclosure. Sizes are absolute and already contained in the value.
struct ErrorBudget {
  UpperBound quadrature, truncation, discretisation, rounding;
};

struct Enclosure {
  Ball value;
  ErrorBudget budget;
  /// True if no other engine needs to be queried: t is the loss of an output to the working precision, and the answer
  /// has a jump there.
  bool final = false;
};

}  // namespace plumbline
