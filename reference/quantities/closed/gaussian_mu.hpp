/// The mu of a product of Gaussian steps.
#pragma once

#include <optional>

#include "reference/composition/composition.hpp"
#include "reference/values/certified.hpp"

namespace plumbline {

/// Returns the mu for which the trade-off function is G_mu: the square root of the sum of the squared mu of the steps;
/// nothing if a step is not Gaussian.
std::optional<Certified> gaussian_mu(const Composition& composition, int digits);

}  // namespace plumbline
