/// Convolutions of vectors of complex balls.
#pragma once

#include <functional>

#include "reference/arithmetic/vectors/complex_vector.hpp"

namespace plumbline {

/// Returns sum_{i+j=k} a_i b_j for all k, computed as a product of polynomials. The error of every entry is
/// approximately as large as the error of the largest entries. `poll` may throw to abandon the computation.
ComplexVector convolution(const ComplexVector& a, const ComplexVector& b, Bits p,
                          const std::function<void()>& poll);

}  // namespace plumbline
