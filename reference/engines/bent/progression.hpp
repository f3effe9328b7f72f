/// Computes sums of exponentials at points whose third differences are constant, by multiplications alone.
#pragma once

#include <array>
#include <vector>

#include "reference/arithmetic/vectors/complex_vector.hpp"

namespace plumbline::bent {

/// sum_j weights[j] e^{s_k losses[j]} for s_k = s_0, s_1, ...
class Progression {
 public:
  /// Constructs the sums from the first four points. Each product stores only its midpoint, with a relative error of
  /// at most 2^(4-least).
  Progression(const std::array<ComplexBall, 4>& points, const std::vector<ComplexBall>& losses,
              const std::vector<ComplexBall>& weights, Bits least, Bits work);

  /// Returns the sum at the current point, with an error of relative_error() times the sum of the terms' sizes.
  ComplexBall sum() const;
  UpperBound relative_error() const;
  /// Advances to the next point.
  void next();

 private:
  void settle(size_t order);

  Bits work_, least_;
  bool held_ = true;
  long steps_ = 0;
  std::array<ComplexVector, 4> factors_;  ///< the terms, and their ratios of order 1, 2, 3
};

}  // namespace plumbline::bent
