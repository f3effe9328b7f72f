/// Distances and curves of many small steps, refined to the requested digits as far as the time permits.
#pragma once

#include "reference/arithmetic/running/so_far.hpp"
#include "reference/regions/gaussian_limit.hpp"
#include "reference/regions/noisy_sgd.hpp"

namespace plumbline {

/// Returns bounds of a distance that need no computation.
GaussianDistance certain_distance();
/// Returns the distance, refined. Throws Interrupted if nothing was found.
GaussianDistance refined_distance(const ComposedTv& composed, const Real& mu, const Effort& effort,
                                  SoFar<GaussianDistance> so_far = {});

/// Returns bounds of the curves at so many levels that need no computation.
SgdCurves certain_curves(size_t points);
/// Returns the curves, refined. Throws Interrupted if nothing was found.
SgdCurves refined_curves(const NoisySgd& sgd, const std::vector<Rational>& alphas,
                         const Effort& effort, SoFar<SgdCurves> so_far = {});

}  // namespace plumbline
