/// Comparisons, and the theorem's bound, to more digits than their time may allow (refined/refined.hpp).
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/comparison/berry_esseen_bound.hpp"
#include "reference/quantities/comparison/comparison.hpp"
#include "reference/quantities/refined/refined.hpp"

namespace plumbline {

/// A comparison with both divergences, refined.
FullComparison refined_comparison(PrivacyProfile& first, PrivacyProfile& second,
                                  const Effort& effort, SoFar<FullComparison> so_far = {});

/// The theorem's bound, refined.
BerryEsseenBound refined_berry_esseen(const Composition& M, const Composition& M_tilde,
                                      Direction direction, const Effort& effort,
                                      SoFar<BerryEsseenBound> so_far = {});

}  // namespace plumbline
