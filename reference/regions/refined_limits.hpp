/// Computes the distances of gaussian_limit.hpp and the curves of noisy_sgd.hpp with increasing precision, until the
/// requested digits are reached or the time ends.
#pragma once

#include "reference/arithmetic/running/so_far.hpp"
#include "reference/regions/gaussian_limit.hpp"
#include "reference/regions/noisy_sgd.hpp"

namespace plumbline {

/// Returns the trivial bounds of a distance, without a computation.
GaussianDistance certain_distance();
/// Returns the distance, computed with increasing precision. Throws Interrupted if no result was found.
GaussianDistance refined_distance(const ComposedTv& composed, const Real& mu, const Effort& effort,
                                  SoFar<GaussianDistance> so_far = {});

/// Returns the trivial bounds of the curves at `points` levels, without a computation.
SgdCurves certain_curves(size_t points);
/// Returns the curves, computed with increasing precision. Throws Interrupted if no result was found.
SgdCurves refined_curves(const NoisySgd& sgd, const std::vector<Rational>& alphas,
                         const Effort& effort, SoFar<SgdCurves> so_far = {});

}  // namespace plumbline
