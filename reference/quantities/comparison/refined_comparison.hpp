/// Comparisons, and the bound of the theorem, refined to the requested digits as far as the time permits
/// (refined/refined.hpp).
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/comparison/berry_esseen_bound.hpp"
#include "reference/quantities/comparison/comparison.hpp"
#include "reference/quantities/refined/refined.hpp"

namespace plumbline {

/// Refines a comparison with both divergences.
FullComparison refined_comparison(PrivacyProfile& first, PrivacyProfile& second,
                                  const Effort& effort, SoFar<FullComparison> so_far = {});

/// Refines the bound of the theorem.
BerryEsseenBound refined_berry_esseen(const Composition& M, const Composition& M_tilde,
                                      Direction direction, const Effort& effort,
                                      SoFar<BerryEsseenBound> so_far = {});

}  // namespace plumbline
