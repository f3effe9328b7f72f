/// Bounds of the loss transform on the real axis where the transform itself is out of reach.
#pragma once

#include <functional>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

struct TransformRange {
  /// Encloses log K(c); finite for every c. A ball of K(c) itself cannot say as much: its two
  /// ends may be thousands of digits apart.
  std::function<Ball(const Ball& c)> log_K;
};

}  // namespace plumbline
