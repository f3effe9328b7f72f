/// Geometric noise on the integers with a sensitivity of any size.
#pragma once

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

/// Returns the pair of P(x) proportional to e^(-|x|/b) on the integers and this noise shifted by the sensitivity, an
/// integer. Its tails have a closed form, and its atoms are not listed.
Mechanism wide_discrete_laplace(const Rational& b, const Rational& sensitivity);

}  // namespace plumbline
