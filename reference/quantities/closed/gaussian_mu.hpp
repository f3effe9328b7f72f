/// mu of products of Gaussian steps.
#pragma once

#include <optional>

#include "reference/composition/composition.hpp"
#include "reference/values/certified.hpp"

namespace plumbline {

/// Returns mu with f = G_mu, the square root of the sum of squares over the steps; nothing if a step is not Gaussian.
std::optional<Certified> gaussian_mu(const Composition& composition, int digits);

}  // namespace plumbline
