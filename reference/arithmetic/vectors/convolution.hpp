/// Sums along the diagonals of two vectors of complex balls.
#pragma once

#include <functional>

#include "reference/arithmetic/vectors/complex_vector.hpp"

namespace plumbline {

/// sum_{i+j=k} a_i b_j for all k, as a product of polynomials. The errors are those of the largest
/// entries. `poll` may throw to abandon the work.
ComplexVector convolution(const ComplexVector& a, const ComplexVector& b, Bits p,
                          const std::function<void()>& poll);

}  // namespace plumbline
