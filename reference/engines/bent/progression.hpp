/// Sums of exponentials at points whose third differences are constant, by multiplications alone.
#pragma once

#include <array>
#include <vector>

#include "reference/arithmetic/vectors/complex_vector.hpp"

namespace plumbline::bent {

/// sum_j weights[j] e^{s_k losses[j]} for s_k = s_0, s_1, ...
class Progression {
 public:
  /// The first four points. Each product keeps its midpoint, which is to lose no more than 2^(4-least) of it.
  Progression(const std::array<ComplexBall, 4>& points, const std::vector<ComplexBall>& losses,
              const std::vector<ComplexBall>& weights, Bits least, Bits work);

  /// The sum at the current point, up to relative_error() of the sum of the terms' sizes.
  ComplexBall sum() const;
  UpperBound relative_error() const;
  /// On to the next point.
  void next();

 private:
  void settle(size_t order);

  Bits work_, least_;
  bool held_ = true;
  long steps_ = 0;
  std::array<ComplexVector, 4> factors_;  ///< the terms, and their ratios of order 1, 2, 3
};

}  // namespace plumbline::bent
