/// Computes sums of exponentials at points whose third differences are constant, by multiplications alone.
#pragma once

#include <array>
#include <vector>

#include "reference/arithmetic/vectors/complex_vector.hpp"

namespace plumbline::bent {

/// The sum over j of weights[j] e^{s_k losses[j]} at the current point s_k, beginning with s_0.
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
  std::array<ComplexVector, 4> factors_;  ///< E_k, D_k, G_k and H of BENT-POWERS
};

}  // namespace plumbline::bent
