/// Refines comparisons, and the bound of the theorem of berry_esseen_bound.hpp, up to the requested digits within the
/// time limit (refined/refined.hpp).
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/comparison/berry_esseen_bound.hpp"
#include "reference/quantities/comparison/comparison.hpp"
#include "reference/quantities/refined/refined.hpp"

namespace plumbline {

/// Returns the comparison with both divergences, refined.
FullComparison refined_comparison(PrivacyProfile& first, PrivacyProfile& second,
                                  const Effort& effort, SoFar<FullComparison> so_far = {});

/// Returns the bound of the theorem, refined.
BerryEsseenBound refined_berry_esseen(const Composition& M, const Composition& M_tilde,
                                      Direction direction, const Effort& effort,
                                      SoFar<BerryEsseenBound> so_far = {});

}  // namespace plumbline
