/// How often a noise on one number is beyond a number.
#pragma once

#include <optional>

#include "reference/arithmetic/real.hpp"
#include "reference/mechanisms/expression.hpp"

namespace plumbline {

/// P(Z > x), with `or_at` P(Z >= x), of the noise Z of a mechanism as it is written, whatever its
/// sensitivity; nothing of other mechanisms. All are even: P(Z > x) = P(Z < -x).
std::optional<Real> noise_above(const WrittenFactor& noise, const Rational& x, bool or_at);

}  // namespace plumbline
