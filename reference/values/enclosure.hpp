/// An enclosure of a value, and where its width comes from.
#pragma once

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/upper_bound.hpp"

namespace plumbline {

/// Where the width of an enclosure comes from. Sizes are absolute and already inside the value.
struct ErrorBudget {
  UpperBound quadrature, truncation, discretisation, rounding;
};

struct Enclosure {
  Ball value;
  ErrorBudget budget;
  /// No other engine need be asked: t is the loss of an output to the working precision, and the answer
  /// jumps there.
  bool final = false;
};

}  // namespace plumbline
