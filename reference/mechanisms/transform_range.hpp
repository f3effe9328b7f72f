/// Bounds of the loss transform on the real axis, for pairs whose transform itself cannot be computed.
#pragma once

#include <functional>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

struct TransformRange {
  /// Encloses log K(c); finite for every c. The function returns the logarithm because the lower and upper bound of
  /// K(c) may differ by a factor with thousands of digits; a ball around K(c) would then contain 0.
  std::function<Ball(const Ball& c)> log_K;
};

}  // namespace plumbline
