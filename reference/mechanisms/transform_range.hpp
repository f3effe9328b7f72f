/// Bounds of the loss transform on the real axis, for pairs whose transform itself cannot be computed.
#pragma once

#include <functional>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

struct TransformRange {
  /// Encloses log K(c); finite for every c. The logarithm is stored since the two ends of K(c) may be thousands of
  /// digits apart, which a ball of K(c) cannot represent usefully.
  std::function<Ball(const Ball& c)> log_K;
};

}  // namespace plumbline
