/// Certified values of matrix mechanisms: the sensitivity, and the errors of the released sums.
#pragma once

#include <optional>
#include <vector>

#include "reference/mechanisms/matrix/sensitivity.hpp"
#include "reference/values/certified.hpp"

namespace plumbline {

/// Returns the sensitivity s, the square root of s^2. If only bounds of s^2 are known, the result is the interval
/// between their roots.
Certified certified_sensitivity(const MatrixSensitivity& sensitivity, int digits);

/// Standard deviations of each coordinate of the prefix sums A X, as released by A C^{-1} (C X + sigma Z). A is the
/// lower triangular matrix of ones.
struct SumErrors {
  Certified largest;  ///< maximum over all sums
  Certified mean;     ///< root mean square
  /// root mean square at sigma = the sensitivity, where the pair is gaussian(sigma=1)
  Certified equal;
};

/// Returns the errors of the sums; nothing if C is not square, has no inverse, or is too large.
std::optional<SumErrors> sum_errors(const Strategy& strategy, const MatrixSensitivity& sensitivity,
                                    const Rational& sigma, int digits);
/// Returns the standard deviation of each sum in order, at sigma = the sensitivity. Empty if there are no sums.
std::vector<Certified> equal_deviations(const Strategy& strategy,
                                        const MatrixSensitivity& sensitivity, int digits);

}  // namespace plumbline
