/// Distances and curves of many small steps, to more digits than their time may allow.
#pragma once

#include "reference/arithmetic/running/so_far.hpp"
#include "reference/regions/gaussian_limit.hpp"
#include "reference/regions/noisy_sgd.hpp"

namespace plumbline {

/// Returns what is certain of a distance without a computation.
GaussianDistance certain_distance();
/// Returns the distance, refined. Throws Interrupted where nothing was found.
GaussianDistance refined_distance(const ComposedTv& composed, const Real& mu, const Effort& effort,
                                  SoFar<GaussianDistance> so_far = {});

/// Returns what is certain of the curves at so many levels without a computation.
SgdCurves certain_curves(size_t points);
/// Returns the curves, refined. Throws Interrupted where nothing was found.
SgdCurves refined_curves(const NoisySgd& sgd, const std::vector<Rational>& alphas,
                         const Effort& effort, SoFar<SgdCurves> so_far = {});

}  // namespace plumbline
