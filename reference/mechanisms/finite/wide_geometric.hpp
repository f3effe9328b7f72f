/// Geometric noise on the integers whose sensitivity may have any size.
#pragma once

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

/// Returns the pair of P(x) proportional to e^(-|x|/b) on the integers and the same noise shifted by the sensitivity,
/// an integer: its tails are known in closed form, and no atom is listed.
Mechanism wide_discrete_laplace(const Rational& b, const Rational& sensitivity);

}  // namespace plumbline
