/// The smallest mu for which a product of Gaussian steps is mu-Gaussian differentially private.
#pragma once

#include <optional>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/composition/composition.hpp"
#include "reference/values/certified.hpp"

namespace plumbline {

/// Returns the smallest mu with f >= G_mu at every type I error, in each direction. f is the trade-off function of the
/// composition, and G_mu that of N(0, 1) against N(mu, 1). Returns nothing for compositions with a step that is neither
/// Gaussian nor Poisson sampled Gaussian noise: discrete Gaussian noise has the Renyi divergences of Gaussian noise but
/// needs a larger mu.
std::optional<Certified> least_mu(const Composition& composition, const Effort& effort);

}  // namespace plumbline
