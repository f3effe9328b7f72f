/// Sums over the powers of one rotation, for many exponents in one computation.
#pragma once

#include <functional>

#include "reference/arithmetic/vectors/complex_vector.hpp"

namespace plumbline {

/// Returns sum_j w_j e^{i j k angle} for k = 0 .. count-1, computed as one product of polynomials: because j k = (j^2
/// + k^2 - (j-k)^2)/2, the sums are a convolution with e^{-i angle m^2/2} (Bluestein). The errors are relative to the
/// largest weight, which suits smooth weights and long sums; for these the function is much faster than the matrix
/// product of exponential_sums. `poll` may throw to stop the work.
ComplexVector chirp_sums(const ComplexVector& weights, const Ball& angle, size_t count, Bits p,
                         const std::function<void()>& poll);

}  // namespace plumbline
