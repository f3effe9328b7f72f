/// The probability that the noise on one number exceeds a threshold.
#pragma once

#include <optional>

#include "reference/arithmetic/real.hpp"
#include "reference/mechanisms/expression.hpp"

namespace plumbline {

/// Returns P(Z > x) (P(Z >= x) if `or_at`) for the noise Z that a mechanism adds; the sensitivity does not matter.
/// Returns nothing for mechanisms without such noise. All these distributions are even: P(Z > x) = P(Z < -x).
std::optional<Real> noise_above(const WrittenFactor& noise, const Rational& x, bool or_at);

}  // namespace plumbline
