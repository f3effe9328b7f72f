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
  /// True if no other engine can do better: to the working precision, t is the loss of an output, and the answer has a
  /// jump there.
  bool final = false;
};

}  // namespace plumbline
