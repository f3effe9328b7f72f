/// Bounds of the loss transform on the real axis, for pairs whose transform itself cannot be computed.
#pragma once

#include <functional>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

struct TransformRange {
  /// Encloses log K(c); finite for every c. The function returns the logarithm because the two ends of K(c) may
  /// differ by thousands of digits, which a ball of K(c) cannot represent usefully.
  std::function<Ball(const Ball& c)> log_K;
};

}  // namespace plumbline
