/// Sums over powers of one rotation, for many exponents at once.
#pragma once

#include <functional>

#include "reference/arithmetic/vectors/complex_vector.hpp"

namespace plumbline {

/// sum_j w_j e^{i j k angle} for k = 0 .. count-1, as one product of polynomials: since j k = (j^2 + k^2 - (j-k)^2)/2,
/// the sums are a convolution with e^{-i angle m^2/2} (Bluestein). The errors are relative to the largest weight, which
/// suits smooth weights and long sums; for these it is far faster than the matrix product of exponential_sums. `poll`
/// may throw to stop the work.
ComplexVector chirp_sums(const ComplexVector& weights, const Ball& angle, size_t count, Bits p,
                         const std::function<void()>& poll);

}  // namespace plumbline
