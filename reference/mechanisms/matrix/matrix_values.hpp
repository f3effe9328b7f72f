/// Certified values of matrix mechanisms: the sensitivity, and the errors of the sums they release.
#pragma once

#include <optional>
#include <vector>

#include "reference/mechanisms/matrix/sensitivity.hpp"
#include "reference/values/certified.hpp"

namespace plumbline {

/// The square root; where only bounds are known, all between them.
Certified certified_sensitivity(const MatrixSensitivity& sensitivity, int digits);

/// Standard deviations of the prefix sums A X that A C^{-1} (C X + sigma Z) has, for each coordinate.
struct SumErrors {
  Certified largest;  ///< of all sums
  Certified mean;     ///< the root of the mean of their squares
  Certified equal;    ///< the same at sigma = the sensitivity, where the pair is gaussian(sigma=1)
};

/// Nothing where C is not square, has no inverse, or is too large.
std::optional<SumErrors> sum_errors(const Strategy& strategy, const MatrixSensitivity& sensitivity,
                                    const Rational& sigma, int digits);
/// Returns the deviation of each sum in turn, at sigma = the sensitivity. Empty where none exist.
std::vector<Certified> equal_deviations(const Strategy& strategy,
                                        const MatrixSensitivity& sensitivity, int digits);

}  // namespace plumbline
